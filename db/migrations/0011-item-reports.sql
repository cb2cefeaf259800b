-- "Report this question": one for each person and item, in the version they were asked. The last word of a person stands; it goes with the account.
create table item_reports (
  language text not null,
  item_id integer not null,
  item_version text not null,
  user_id integer not null references users (id) on delete cascade,
  reason text not null check (reason in ('wrong_key', 'several_right', 'mistake', 'unclear', 'offensive', 'other')),
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (language, item_id, item_version, user_id)
);
create index item_reports_of_user on item_reports (user_id);
