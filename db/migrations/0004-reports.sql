-- A public report: whoever knows its id sees the assessment's result (docs/decisions/014). Not sharing any more deletes the row, and the id
-- never comes back; the row goes with its assessment, and that with its account.
create table reports (
  -- 128 random bits, base64url.
  id text primary key,
  assessment_id uuid not null unique references assessments (id) on delete cascade,
  created_at timestamptz not null default now()
);
