-- What is counted for each account a day or an hour outlives the account for a day, so that deleting it and coming back begins no new count.
-- `counted_as` names the account in the hourly counts, which live elsewhere; the others are what the account before it had used up of its day.
alter table users
  add column counted_as uuid not null default gen_random_uuid(),
  add column attempts_before integer not null default 0,
  add column posts_before integer not null default 0;

-- By the keyed hash of a deleted account's mailbox, number or identity; nothing else of the person.
create table former_accounts (
  person_hmac text primary key,
  counted_as uuid not null,
  attempts integer not null,
  posts integer not null,
  deleted_at timestamptz not null default now()
);
create index former_accounts_by_time on former_accounts (deleted_at);

-- The keyed hash of what a number begins with. `mailbox` is a keyed hash from now on, and `target` is '' once the account is deleted.
alter table code_challenges add column number_range text not null default '';
