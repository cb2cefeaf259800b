-- The whole schema, by topic: accounts, sign-in, attempts, reports, flags, events, the outbox, the built-in marketplace, figures.
-- src/server/db/schema names the files that write each table; docs/decisions/027 says why an attempt is one row.

------------------------------------------------------------------------------------------------------------------------
-- Accounts. People sign in with an identity provider or a one-time code; there are no passwords.
------------------------------------------------------------------------------------------------------------------------

-- An account; or a teacher of an import, who has no way to sign in. With a linked marketplace, what stands here for its person.
create table users (
  id integer generated always as identity primary key,
  nickname text not null,
  -- A file name under AVATAR_BASE_URL, or the seed of a drawn avatar.
  avatar_file_name text not null,
  -- ISO 3166, two capital letters.
  country_id text,
  -- Pro teachers and tutors are never asked to update their profile (Specification §7).
  is_pro boolean not null default false,
  is_tutor boolean not null default false,
  -- 1: new; 4: onboarding in progress at the marketplace; 5: onboarded here (docs/decisions/008).
  register_status smallint not null default 1,
  -- What the onboarding named, such as 'french'.
  learning_language text,
  created_at timestamptz not null default now()
);

-- Whom a provider, a linked marketplace or an import file knows as `subject`.
create table identities (
  -- 'google', 'facebook', 'vk', 'app', 'marketplace', 'import'.
  provider text not null,
  -- Who gave the subject: an OpenID issuer, the marketplace's origin.
  issuer text not null,
  subject text not null,
  user_id integer not null references users (id) on delete cascade,
  primary key (provider, issuer, subject)
);
create index identities_of_user on identities (user_id);

-- Addresses that their account has proved, in normal form (src/server/names/email.ts). Others are never stored.
create table emails (
  email text primary key,
  user_id integer not null references users (id) on delete cascade
);
create index emails_of_user on emails (user_id);

-- Numbers that their account has proved.
create table phones (
  e164 text primary key,
  user_id integer not null references users (id) on delete cascade
);
create index phones_of_user on phones (user_id);

-- Only the hash of a session's token is stored. A session lasts thirty days by the database's clock and is never extended.
create table sessions (
  token_sha256 text primary key,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  -- Browser and system of the sign-in, such as "Firefox · Windows"; '' when unknown. The user agent itself is not kept.
  device text not null default ''
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- The languages a learner knows and learns: levels 1 to 6 are A1 to C2, 7 is native.
create table user_languages (
  user_id integer not null references users (id) on delete cascade,
  language text not null,
  level smallint not null check (level between 1 and 7),
  is_learning boolean not null default false,
  primary key (user_id, language)
);

-- Why and for whom a learner learns a language.
create table user_purposes (
  user_id integer not null references users (id) on delete cascade,
  language text not null,
  role text not null check (role in ('adult', 'kids')),
  purpose text not null,
  -- The name of a tag, or free text with the purpose 'other_purpose'.
  sub_purpose text not null default '',
  primary key (user_id, language)
);

------------------------------------------------------------------------------------------------------------------------
-- Sign-in: one-time codes, providers, tokens that count once.
------------------------------------------------------------------------------------------------------------------------

-- The codes of the last day, whose budgets they are counted against.
create table code_challenges (
  id uuid primary key,
  -- 'email' or 'phone'.
  channel text not null,
  -- Both '' once the account is deleted. `counted` is the target without a +tag.
  target text not null,
  counted text not null,
  -- Under CODE_PEPPER.
  code_hmac text not null,
  tries smallint not null default 0,
  -- Of the browser's cookie: a code works only where it was asked for.
  browser_sha256 text not null,
  -- The sender's: a /24 of IPv4, a /48 of IPv6.
  network text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '5 minutes',
  consumed_at timestamptz
);
create index code_challenges_of_target on code_challenges (channel, target);
create index code_challenges_by_time on code_challenges (created_at);

-- Browsers that were sent to a provider and are to come back.
create table oauth_transactions (
  state_sha256 text primary key,
  provider text not null,
  -- PKCE (RFC 7636).
  code_verifier text not null,
  nonce text not null,
  -- The page that a sign-in leads to.
  next text not null,
  browser_sha256 text not null,
  expires_at timestamptz not null default now() + interval '10 minutes'
);
create index oauth_transactions_by_expiry on oauth_transactions (expires_at);

-- App tokens that have been used (docs/decisions/008), by the hash of issuer and jti. A token is valid for five minutes; after an hour its age alone
-- refuses it, whatever the clock skew between processes and database.
create table single_use_tokens (
  id_sha256 text primary key,
  expires_at timestamptz not null default now() + interval '1 hour'
);
create index single_use_tokens_by_expiry on single_use_tokens (expires_at);

------------------------------------------------------------------------------------------------------------------------
-- Attempts at the quiz.
------------------------------------------------------------------------------------------------------------------------

-- One visitor's attempt, whole: its questions, answers and result (docs/decisions/027). `visitor` is the SHA-256 of the visitor cookie; `user_id` is null
-- until the visitor signs in.
create table assessments (
  id uuid primary key,
  visitor text not null,
  user_id integer references users (id) on delete cascade,
  -- Labels events: {user id, or 0}-{language}-{time} (src/quiz/flow-id.ts).
  flow_id text not null,
  language text not null,
  -- BCP 47.
  interface_language text not null,
  -- LEVEL_RULE at its beginning.
  level_rule text not null default 'staircase',
  created_at timestamptz not null default now(),

  -- Item ids this visitor had been asked in the language before, so that a retake draws fresh items.
  seen jsonb not null default '[]',
  -- The questions of the rounds before the current one, and those of the current one; an item is stored as it was asked, so that a change to its bank
  -- changes no attempt. Two columns, because an answer inside a round then neither reads nor rewrites the first, which grows out of the row (TOAST).
  earlier jsonb not null default '[]',
  round jsonb not null default '[]',

  -- The answers so far, one element each, in order. `[]` among the choices is "I don't know".
  answered smallint not null default 0,
  choices jsonb not null default '[]',
  is_correct boolean[] not null default '{}',
  elapsed_ms integer[] not null default '{}',
  answered_at timestamptz[] not null default '{}',

  finished_at timestamptz,
  -- 'A1' to 'C2'.
  level text,
  percentile smallint,
  -- The estimate (docs/decisions/018) and its band, widened to include the level.
  theta double precision,
  standard_error double precision,
  band_lowest text,
  band_highest text,

  -- Short, because Postgres parses a table's checks for each statement that writes to it. One statement extends all lists, and one sets the whole result.
  constraint assessments_answers check (cardinality(is_correct) = answered),
  constraint assessments_result check (num_nulls(finished_at, level, percentile, theta, standard_error, band_lowest, band_highest) % 7 = 0)
) with (fillfactor = 50);

-- Answers change no indexed column and find room on their page, so that an update touches no index (heap-only tuples).
create index assessments_of_visitor on assessments (visitor, created_at desc);
create index assessments_of_user on assessments (user_id, created_at desc);
create index assessments_by_time on assessments (created_at);
-- For the daily cleanup of what nobody claimed.
create index assessments_unclaimed on assessments (created_at) where user_id is null;
-- An account's results, newest first, page by page, and the one before another in the same language.
create index assessments_finished_of_user on assessments (user_id, finished_at desc, id desc) where finished_at is not null;
create index assessments_in_language_of_user on assessments (user_id, language, finished_at desc) where finished_at is not null;

-- These stay in the row, so that TOAST moves `earlier` out and nothing else.
alter table assessments
  alter column round set storage main,
  alter column choices set storage main;

-- Each new round compresses `earlier` again, which LZ4 does faster. Not every build of Postgres has it.
do $$
begin
  alter table assessments alter column earlier set compression lz4;
exception when feature_not_supported then null;
end $$;

-- One row for each question that was asked, with its answer, if any.
create view assessment_items as
select
  assessments.id as assessment_id, visitor, user_id, language, created_at,
  position::smallint as position,
  (item ->> 'item_id')::integer as item_id,
  item ->> 'item_version' as item_version,
  item ->> 'level' as level,
  item ->> 'question' as question,
  item ->> 'image' as image,
  item -> 'correct' as correct,
  item -> 'options' as options,
  (item ->> 'difficulty')::double precision as difficulty,
  choices -> (position::integer - 1) as choice,
  is_correct[position] as is_correct,
  elapsed_ms[position] as elapsed_ms,
  answered_at[position] as answered_at
from assessments, jsonb_array_elements(earlier || round) with ordinality as asked (item, position);

------------------------------------------------------------------------------------------------------------------------
-- Public reports, and posts of them in the community of the built-in marketplace.
------------------------------------------------------------------------------------------------------------------------

-- Whoever knows a report's id sees the assessment's result (docs/decisions/014). Unsharing deletes the row, and the id never comes back.
create table reports (
  -- 128 random bits, base64url.
  id text primary key,
  assessment_id uuid not null unique references assessments (id) on delete cascade,
  created_at timestamptz not null default now()
);

-- A report posted with a few words, once.
create table community_posts (
  -- UUID version 7: the newest id is the newest post.
  id uuid primary key,
  report_id text not null unique references reports (id) on delete cascade,
  text text not null default '',
  created_at timestamptz not null default now()
);

------------------------------------------------------------------------------------------------------------------------
-- Items and results, counted. None of these tables names a person, but the first.
------------------------------------------------------------------------------------------------------------------------

-- "Report this question": one for each person and item version. A person's last flag counts.
create table item_flags (
  language text not null,
  item_id integer not null,
  item_version text not null,
  user_id integer not null references users (id) on delete cascade,
  reason text not null check (reason in ('wrong_key', 'several_right', 'mistake', 'unclear', 'offensive', 'other')),
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (language, item_id, item_version, user_id)
);
create index item_flags_of_user on item_flags (user_id);

------------------------------------------------------------------------------------------------------------------------
-- Analytics events.
------------------------------------------------------------------------------------------------------------------------

-- What visitors who allow analytics do (docs/events.md), and notices of deleted accounts until the collector has them.
create table events (
  id uuid primary key,
  name text not null,
  -- By the browser's clock.
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- The SHA-256 of the visitor cookie.
  visitor text,
  -- The account that sent it, as the server knew it; null for a visitor's. Flow ids are the browser's and prove nothing.
  user_id integer,
  properties jsonb not null,
  -- BCP 47, of the page that sent it.
  interface_language text,
  -- Of the request that brought it (W3C Trace Context).
  traceparent text
);
create index events_by_time on events (received_at);
-- For downloading and deleting an account's events: its own, its browsers', and those of flows where a browser had no cookie yet. `text_pattern_ops` finds
-- beginnings too.
create index events_of_user on events (user_id) where user_id is not null;
create index events_of_visitor on events (visitor) where visitor is not null;
create index events_of_flow on events ((properties ->> 'flow_id') text_pattern_ops);

------------------------------------------------------------------------------------------------------------------------
-- Messages to other systems: results to the webhook (docs/marketplace.md), events to the collector (docs/events.md).
------------------------------------------------------------------------------------------------------------------------

-- Who receives messages: one row for each topic that the settings name a receiver for. Without it nothing is queued.
create table outbox_receivers (
  topic text primary key check (topic in ('results', 'events'))
);

-- A message that waits, or that was given up. The statement that finishes or claims an assessment, or stores an event, queues it; delivery deletes it.
create table outbox (
  -- What it tells: one of the two.
  assessment_id uuid unique references assessments (id) on delete cascade,
  event_id uuid unique references events (id) on delete cascade,
  queued_at timestamptz not null default now(),
  tries smallint not null default 0,
  -- When it's tried next; infinity once given up.
  due timestamptz not null default now(),
  last_error text not null default '',
  -- Of the request that finished the assessment (W3C Trace Context).
  traceparent text,
  constraint outbox_topic check (num_nonnulls(assessment_id, event_id) = 1)
);
create index outbox_results_due on outbox (due) where assessment_id is not null;
create index outbox_events_due on outbox (due) where event_id is not null;

------------------------------------------------------------------------------------------------------------------------
-- The built-in marketplace: teachers with their free time, and vocabulary sets.
------------------------------------------------------------------------------------------------------------------------

-- Teachers of the built-in marketplace.
create table teachers (
  user_id integer primary key references users (id) on delete cascade,
  -- TeacherCard in src/contract/import-files.ts; `min_price` is in US cents.
  card jsonb not null
);

-- The languages that a teacher teaches.
create table teacher_languages (
  user_id integer not null references teachers (user_id) on delete cascade,
  language text not null,
  primary key (user_id, language)
);
create index teachers_of_language on teacher_languages (language, user_id);

-- A teacher's free time. Nothing is booked here.
create table teacher_slots (
  user_id integer not null references teachers (user_id) on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz not null,
  primary key (user_id, start_time),
  check (end_time > start_time)
);

-- A set without a creator is the product's own; the API gives its creator id as 9999 (Specification §3). `import_key` finds an imported set again;
-- imported teachers have an identity instead.
create table vocabulary_sets (
  card_set_id integer generated always as identity primary key,
  title text not null,
  front_language text not null,
  back_language text not null,
  -- 'A1' to 'C2'.
  language_level text not null,
  -- Topics, as codes of texts.
  text_code jsonb not null default '[]',
  creator_id integer references users (id) on delete cascade,
  -- How often learners copied it; the most copied come first.
  copied_count integer not null default 0,
  import_key text unique
);
create index vocabulary_sets_of_pair on vocabulary_sets (front_language, back_language, language_level);

-- The cards of a set, in order.
create table vocabulary_cards (
  card_set_id integer not null references vocabulary_sets (card_set_id) on delete cascade,
  position smallint not null,
  front text not null,
  back text not null,
  primary key (card_set_id, position)
);

------------------------------------------------------------------------------------------------------------------------
-- Figures for the operator: deploy/grafana/figures.json shows them, and deploy/grafana/role.sql makes a role that may read them and nothing else. They
-- name no person, browser, or account. Days are UTC. They look back as far as assessments and events are kept (docs/operating.md).
------------------------------------------------------------------------------------------------------------------------

-- Tests by the day on which they began.
create view figures_tests as
select (created_at at time zone 'utc')::date as day, language, interface_language,
  count(*) as started, count(finished_at) as finished
from assessments group by 1, 2, 3;

-- Results by the day on which their tests ended.
create view figures_levels as
select (finished_at at time zone 'utc')::date as day, language, interface_language, level, count(*) as tests
from assessments where finished_at is not null group by 1, 2, 3, 4;

-- Visitors at each step from the landing page to a teacher, each once a day. Only those who allow analytics are counted; `language` is '' before one is
-- chosen.
create view figures_funnel as
select (received_at at time zone 'utc')::date as day, step, coalesce(properties ->> 'language', '') as language,
  coalesce(interface_language, '') as interface_language,
  -- Before the first test there is no visitor, but each visit has a flow id.
  count(distinct coalesce(visitor, properties ->> 'flow_id')) as visitors
from events
  join (values ('view_free_assessment_landing_page', null, '1 landing page'), ('select_language', null, '2 language chosen'),
    ('view_question', '1', '3 first question'), ('answer_question', '15', '4 last answer'), ('view_signup', null, '5 sign-up wall'),
    ('view_report', null, '6 result'), ('recommend_teacher_click', null, '7 teacher')) as steps (event, question, step)
    on event = name and (question is null or question = properties ->> 'position')
group by 1, 2, 3, 4;

-- Each item version that was answered. `facility` is the share of right answers, `unknown` that of "I don't know". `discrimination` is the correlation of a
-- right answer with the ability that the whole test estimates (point-biserial, over finished tests): near 0, the item tells nothing. The draw is adaptive,
-- so that who answers an item is of similar ability, which lowers it for all items alike.
create view figures_items as
select language, item_id, item_version, level, case when image = '' then 'sentence' else 'picture' end as kind,
  -- A picture's stem is its key.
  case when image = '' then question else image end as question,
  count(*) as answers,
  avg(is_correct::integer)::float8 as facility,
  avg((choice = '[]')::integer)::float8 as unknown,
  corr(is_correct::integer, theta) as discrimination,
  percentile_cont(0.5) within group (order by elapsed_ms) / 1000 as median_seconds
from assessment_items join (select id, theta from assessments) as taken on id = assessment_id
where choice is not null
group by 1, 2, 3, 4, 5, 6;

-- How often each option of an item version was picked; `option` is '' for "I don't know".
create view figures_options as
select language, item_id, item_version, level, option, option <> '' and correct ? option as is_key, count(*) as picks,
  count(*)::float8 / sum(count(*)) over (partition by language, item_id, item_version) as share
from assessment_items, lateral (
  select jsonb_array_elements_text(choice) as option union all select '' where choice = '[]'
) as picked
where choice is not null
group by 1, 2, 3, 4, 5, 6;

-- What people say of a question, newest flags with their notes, without the person.
create view figures_flags as
select (created_at at time zone 'utc')::date as day, language, item_id, item_version, reason, note
from item_flags;
