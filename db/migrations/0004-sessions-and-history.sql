-- Browser and system of the sign-in, such as "Firefox · Windows"; '' when unknown. The user agent itself is not kept.
alter table sessions add column device text not null default '';

-- The result before one in the same language, for the account's history.
create index assessments_in_language_of_user on assessments (user_id, language, finished_at desc) where finished_at is not null;
