-- The last item analysis (`npm run analyse-items`): of each item of the banks, in its present version, what first attempts show.
create table item_statistics (
  language text not null,
  item_id integer not null,
  item_version text not null,
  made_at timestamptz not null default now(),
  statistics jsonb not null,
  primary key (language, item_id, item_version)
);
-- What an answer is scored with, from the calibration that was on when its question was drawn; null for the nominal parameters of its level.
alter table assessment_items
  add column difficulty double precision,
  add column discrimination double precision,
  add check ((difficulty is null) = (discrimination is null));
