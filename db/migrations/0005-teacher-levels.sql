-- The levels that a teacher likes to teach, as the reason to recommend them; none where that is not known.
alter table teachers add column levels text[] not null default '{}'
  check (levels <@ array['A1', 'A2', 'B1', 'B2', 'C1', 'C2']);
