-- What a teacher says of somebody's level in a language, sent by the marketplace's server: the newest verdict of each.
create table level_verdicts (
  user_id integer not null references users (id) on delete cascade,
  language text not null,
  level text not null check (level in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2')),
  given_on date not null,
  created_at timestamptz not null default now(),
  primary key (user_id, language)
);
