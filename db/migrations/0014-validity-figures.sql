-- What the pages show of how levels agree with what people know of theirs: one row, computed once a day.
create table validity_figures (
  id integer primary key default 1 check (id = 1),
  begun_at timestamptz not null default now(),
  -- Null until the first computation ends.
  figures jsonb
);
