-- Accounts. People sign in with an identity provider or a one-time code; there are no passwords.
create table users (
  id integer generated always as identity primary key,
  nickname text not null,
  -- A file name under AVATAR_BASE_URL, or the seed of a drawn avatar.
  avatar_file_name text not null,
  country_id text,
  is_pro boolean not null default false,
  is_tutor boolean not null default false,
  -- 1 new, 4 onboarding open elsewhere, 5 onboarded here (docs/decisions/008).
  register_status smallint not null default 1,
  learning_language text,
  created_at timestamptz not null default now()
);

create table identities (
  provider text not null,
  issuer text not null,
  subject text not null,
  user_id integer not null references users (id) on delete cascade,
  primary key (provider, issuer, subject)
);
create index identities_of_user on identities (user_id);

create table emails (
  email text primary key,
  user_id integer not null references users (id) on delete cascade,
  verified_at timestamptz
);
create index emails_of_user on emails (user_id);

create table phones (
  e164 text primary key,
  user_id integer not null references users (id) on delete cascade,
  verified_at timestamptz not null default now()
);
create index phones_of_user on phones (user_id);

-- Only the hash of a session's token is stored; thirty days, absolute, by the database's clock.
create table sessions (
  token_sha256 text primary key,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days'
);
create index sessions_of_user on sessions (user_id);

create table code_challenges (
  id uuid primary key,
  channel text not null,
  target text not null,
  code_hmac text not null,
  attempts smallint not null default 0,
  browser_sha256 text not null,
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '5 minutes',
  consumed_at timestamptz
);
create index code_challenges_of_target on code_challenges (channel, target, created_at desc);
create index code_challenges_by_time on code_challenges (created_at);

create table oauth_transactions (
  state_sha256 text primary key,
  provider text not null,
  code_verifier text not null,
  nonce text not null,
  next text not null,
  browser_sha256 text not null,
  expires_at timestamptz not null default now() + interval '10 minutes'
);

-- What a learner knows and learns: levels 1 to 6 for A1 to C2, 7 is native.
create table user_languages (
  user_id integer not null references users (id) on delete cascade,
  language text not null,
  level smallint not null check (level between 1 and 7),
  is_learning boolean not null default false,
  primary key (user_id, language)
);

create table user_purposes (
  user_id integer not null references users (id) on delete cascade,
  language text not null,
  role text not null check (role in ('adult', 'kids')),
  purpose text not null,
  sub_purpose text not null default '',
  primary key (user_id, language)
);

create table free_trial_events (
  user_id integer primary key references users (id) on delete cascade,
  fired_at timestamptz not null default now()
);

-- Null while anonymous; signing in claims the visitor's assessments.
alter table assessments add column user_id integer references users (id) on delete cascade;
create index assessments_of_user on assessments (user_id, created_at desc);
