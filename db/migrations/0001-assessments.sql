-- An assessment is one visitor's walk through the quiz. `visitor` is the SHA-256 of the visitor cookie.
-- `seen` holds the ids this visitor met before in the language, so that a retake draws fresh items.
create table assessments (
  id uuid primary key,
  visitor text not null,
  flow_id text not null,
  language text not null,
  interface_language text not null,
  level_rule text not null default 'staircase',
  seen jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  level text,
  than smallint,
  check ((finished_at is null) = (level is null) and (level is null) = (than is null))
);

create index assessments_of_visitor on assessments (visitor, created_at desc);

-- One row for each question drawn. The item is kept as drawn, so that a later deployment changes nothing for an
-- open test; `options` is the order shown; the answer's columns are null until it arrives.
create table assessment_items (
  assessment_id uuid not null references assessments (id) on delete cascade,
  position smallint not null,
  item_id integer not null,
  item_version text not null,
  level text not null,
  question text not null,
  image text not null,
  correct jsonb not null,
  options jsonb not null,
  choice jsonb,
  is_correct boolean,
  elapsed_ms integer,
  answered_at timestamptz,
  primary key (assessment_id, position),
  unique (assessment_id, item_id),
  check ((choice is null) = (is_correct is null) and (choice is null) = (answered_at is null))
);

create table events (
  id uuid primary key,
  name text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  visitor text,
  properties jsonb not null
);

create index events_by_time on events (received_at);
