-- The app's tokens that have served (docs/decisions/008), by the hash of issuer and jti. A token lives five minutes: after an hour it is refused for
-- its age, whatever the clocks of processes and database differ by.
create table app_tokens (
  id_sha256 text primary key,
  expires_at timestamptz not null default now() + interval '1 hour'
);
create index app_tokens_by_expiry on app_tokens (expires_at);
