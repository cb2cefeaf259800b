-- A post in the community of the embedded marketplace: somebody's public report with a few words. It goes with the report, and that with its
-- account. What staff have taken down keeps its row without its text, so that the same report is not posted again.
create table community_posts (
  -- Version 7: the newest id is the newest post.
  id uuid primary key,
  report_id text not null unique references reports (id) on delete cascade,
  text text not null default '',
  created_at timestamptz not null default now(),
  taken_down_at timestamptz,
  check (taken_down_at is null or text = '')
);
