-- What the budgets of one-time codes count (docs/decisions/008). `address`, `network` and `site` are the sender's networks, from the narrowest;
-- `mailbox` is the target without what makes one mailbox look like several. A code that was withheld was counted but never sent.
alter table code_challenges
  add column mailbox text not null default '',
  add column network text not null default '',
  add column site text not null default '',
  add column is_sent boolean not null default true,
  add column verified_at timestamptz;

-- Codes sent and entered rightly, by hour: for the day's budget of text messages, and for the share of them that serves somebody.
create table code_hours (
  channel text not null,
  hour timestamptz not null,
  sent integer not null default 0,
  verified integer not null default 0,
  primary key (channel, hour)
);
