-- That finished tests go to a webhook (docs/marketplace.md): one row from the first process on that had RESULTS_WEBHOOK_URL. Without it nothing is queued.
create table result_webhook (
  id smallint primary key default 1 check (id = 1),
  since timestamptz not null default now()
);

-- The webhook's outbox: an account's finished assessment, queued by the statement that finished or claimed it. Delivered rows stay, so that they can be
-- sent again, for as long as the assessment.
create table result_deliveries (
  assessment_id uuid primary key references assessments (id) on delete cascade,
  queued_at timestamptz not null default now(),
  tries smallint not null default 0,
  -- Null once delivered, infinity once given up.
  next_try_at timestamptz default now(),
  delivered_at timestamptz,
  last_failure text not null default '',
  -- Of the request that finished the test (W3C Trace Context).
  traceparent text
);
create index result_deliveries_due on result_deliveries (next_try_at) where next_try_at is not null;
create index result_deliveries_by_time on result_deliveries (queued_at);

-- Of the request that brought the event.
alter table events add column traceparent text;
