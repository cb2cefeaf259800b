-- The account that sent an event, as the server knew it; null for a visitor's. Flow ids are the browser's and prove nothing.
alter table events add column user_id integer;
-- Downloading and deleting an account's events.
create index events_of_user on events (user_id) where user_id is not null;
