-- What the staff page /insights adds up (docs/decisions/024): the figures of whole days, in UTC, made once a day is over. They hold nobody's data and
-- stay when assessments and events are deleted.
create table insights_days (
  day date primary key,
  rolled_up_at timestamptz not null default now()
);

-- `level` is '' for assessments that were started on the day, else for those that ended on it with this level.
create table daily_assessments (
  day date not null,
  language text not null,
  interface_language text not null,
  level text not null,
  assessments integer not null,
  primary key (day, language, interface_language, level)
);

create table daily_questions (
  day date not null,
  language text not null,
  interface_language text not null,
  position smallint not null,
  answered integer not null,
  is_right integer not null,
  unknown integer not null,
  timed integer not null,
  milliseconds bigint not null,
  primary key (day, language, interface_language, position)
);

-- `choice` is the JSON of the options chosen.
create table daily_items (
  language text not null,
  item_id integer not null,
  item_version text not null,
  day date not null,
  choice text not null,
  level text not null,
  answered integer not null,
  is_right integer not null,
  unknown integer not null,
  timed integer not null,
  milliseconds bigint not null,
  primary key (language, item_id, item_version, day, choice)
);

-- `step` is of the way from the landing to a teacher (src/contract/insights.ts); `language` is '' where none is chosen yet.
create table daily_visits (
  day date not null,
  step text not null,
  language text not null,
  interface_language text not null,
  visitors integer not null,
  primary key (day, step, language, interface_language)
);

alter table events add column interface_language text;
create index assessments_by_time on assessments (created_at);
