-- Every post that was made in the community, also after its author deleted it or took its report back: posts are counted here, and what staff took down
-- sticks to the assessment.
create table post_ledger (
  post_id uuid primary key,
  user_id integer not null references users (id) on delete cascade,
  assessment_id uuid not null references assessments (id) on delete cascade,
  posted_at timestamptz not null default now(),
  taken_down_at timestamptz
);
create index post_ledger_of_user on post_ledger (user_id, posted_at);
create index post_ledger_of_assessment on post_ledger (assessment_id);
insert into post_ledger (post_id, user_id, assessment_id, posted_at, taken_down_at)
select community_posts.id, user_id, assessment_id, community_posts.created_at, taken_down_at
from community_posts join reports on reports.id = report_id join assessments on assessments.id = assessment_id
where user_id is not null;

-- The estimate's band, kept when an account page first shows it: what it costs to compute is paid once.
alter table assessments
  add column band_lowest text,
  add column band_highest text,
  add check ((band_lowest is null) = (band_highest is null) and (band_lowest is null or theta is not null));
-- An account's results, newest first, page by page. An answer inside a test changes none of these columns.
create index assessments_finished_of_user on assessments (user_id, finished_at desc, id desc) where finished_at is not null;

-- Deleting an account deletes its events: by browser, and by the flow where a browser had no cookie yet. `text_pattern_ops` finds beginnings too.
create index events_of_flow on events ((properties ->> 'flow_id') text_pattern_ops);
