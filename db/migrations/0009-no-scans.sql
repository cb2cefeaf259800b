-- What would otherwise read a whole table. Deleting an account unties its events from its browsers:
create index events_of_visitor on events (visitor) where visitor is not null;
-- The daily cleanup looks for what nobody claimed and for what has expired; each departure to a provider, for expired ones.
create index assessments_unclaimed on assessments (created_at) where user_id is null;
create index sessions_by_expiry on sessions (expires_at);
create index oauth_transactions_by_expiry on oauth_transactions (expires_at);
