-- The whole schema, by topic: accounts, sign-in, attempts, reports, flags, events, the outbox, the built-in marketplace, figures. src/server/db/schema
-- lists the files that write each table; docs/decisions/027 explains why an attempt is one row.

------------------------------------------------------------------------------------------------------------------------
-- Accounts. People sign in with an identity provider or a one-time code; there are no passwords.
------------------------------------------------------------------------------------------------------------------------

-- An account, or an imported teacher (who can't sign in). With a linked marketplace, one of its users' local accounts.
create table users (
  id integer generated always as identity primary key,
  nickname text not null,
  -- A file name under AVATAR_BASE_URL, or the seed of a drawn avatar.
  avatar_file_name text not null,
  -- ISO 3166 code: two capital letters.
  country_id text,
  -- Pro teachers and tutors are never asked to update their profile (Specification §7).
  is_pro boolean not null default false,
  is_tutor boolean not null default false,
  -- 1: new; 4: onboarding in progress at the marketplace; 5: onboarded here (docs/decisions/008).
  register_status smallint not null default 1,
  -- The learning language chosen at onboarding, such as 'french'.
  learning_language text,
  created_at timestamptz not null default now()
);

-- The ids (`subject`) of accounts at providers, at a linked marketplace, or in import files.
create table identities (
  -- 'google', 'facebook', 'vk', 'app', 'marketplace', 'import'.
  provider text not null,
  -- The source of the subject: an OpenID issuer or the marketplace's origin.
  issuer text not null,
  subject text not null,
  user_id integer not null references users (id) on delete cascade,
  primary key (provider, issuer, subject)
);
create index identities_of_user on identities (user_id);

-- Email addresses that their account has verified, in canonical form (src/server/names/email.ts). Others are never stored.
create table emails (
  email text primary key,
  user_id integer not null references users (id) on delete cascade
);
create index emails_of_user on emails (user_id);

-- Phone numbers that their account has verified.
create table phones (
  e164 text primary key,
  user_id integer not null references users (id) on delete cascade
);
create index phones_of_user on phones (user_id);

-- Only the token's hash is stored. A session ends at `expires_at` by the database's clock and is never extended.
create table sessions (
  token_sha256 text primary key,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Browser and system of the sign-in, such as "Firefox · Windows"; '' if unknown. The user agent itself isn't stored.
  device text not null default ''
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- The languages that a learner knows or is learning: levels 1 to 6 are A1 to C2, 7 is native.
create table user_languages (
  user_id integer not null references users (id) on delete cascade,
  language text not null,
  level smallint not null check (level between 1 and 7),
  is_learning boolean not null default false,
  primary key (user_id, language)
);

-- Why a learner is learning a language, and for whom.
create table user_purposes (
  user_id integer not null references users (id) on delete cascade,
  language text not null,
  role text not null check (role in ('adult', 'kids')),
  purpose text not null,
  -- A tag's name, or free text for the purpose 'other_purpose'.
  sub_purpose text not null default '',
  primary key (user_id, language)
);

------------------------------------------------------------------------------------------------------------------------
-- Sign-in: one-time codes, providers, single-use tokens.
------------------------------------------------------------------------------------------------------------------------

-- The codes of the last day, which count against the budgets.
create table code_challenges (
  id uuid primary key,
  -- 'email' or 'phone'.
  channel text not null,
  -- Both are '' once the account is deleted. `counted` is the target without a +tag.
  target text not null,
  counted text not null,
  -- Keyed with CODE_PEPPER.
  code_hmac text not null,
  tries smallint not null default 0,
  -- The hash of the browser's cookie: a code works only in the browser that requested it.
  browser_sha256 text not null,
  -- The sender's network: an IPv4 /24 or an IPv6 /48.
  network text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '5 minutes',
  consumed_at timestamptz
);
create index code_challenges_of_target on code_challenges (channel, target);
create index code_challenges_by_time on code_challenges (created_at);

-- Browsers sent to a provider that haven't returned yet.
create table oauth_transactions (
  state_sha256 text primary key,
  provider text not null,
  -- PKCE (RFC 7636).
  code_verifier text not null,
  nonce text not null,
  -- The page to open after signing in.
  next text not null,
  browser_sha256 text not null,
  expires_at timestamptz not null default now() + interval '10 minutes'
);
create index oauth_transactions_by_expiry on oauth_transactions (expires_at);

-- Tokens that work once per hour: used app tokens (docs/decisions/008), by the hash of issuer and jti, and notices to an address, by its hash. An app
-- token is valid for five minutes; after an hour, it's too old to be accepted, whatever the clock skew between processes and database.
create table single_use_tokens (
  id_sha256 text primary key,
  expires_at timestamptz not null
);
create index single_use_tokens_by_expiry on single_use_tokens (expires_at);

------------------------------------------------------------------------------------------------------------------------
-- Attempts at the quiz.
------------------------------------------------------------------------------------------------------------------------

-- A whole attempt: its questions, answers, and result (docs/decisions/027). `visitor` is the SHA-256 of the visitor cookie; `user_id` is null until the
-- visitor signs in.
create table assessments (
  id uuid primary key,
  visitor text not null,
  user_id integer references users (id) on delete cascade,
  -- Labels events: {user id, or 0}-{language}-{time} (src/quiz/flow-id.ts).
  flow_id text not null,
  language text not null,
  -- BCP 47 tag.
  interface_language text not null,
  created_at timestamptz not null default now(),

  -- Ids of the items that this visitor got in earlier attempts in the language, so a retake draws new ones.
  seen jsonb not null default '[]',
  -- The questions of earlier rounds, and of the current one. Items are stored as they were asked, so changes to a bank don't affect attempts. With two
  -- columns, an answer inside a round neither reads nor rewrites `earlier`, which outgrows the row (TOAST).
  earlier jsonb not null default '[]',
  round jsonb not null default '[]',

  -- The answers so far, one element each, in order. A choice of `[]` is "I don't know".
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

  -- Checks are short because Postgres parses them for each statement that writes to the table. One statement extends all lists, and one sets the whole
  -- result.
  constraint assessments_answers check (cardinality(is_correct) = answered),
  constraint assessments_result check (num_nulls(finished_at, level, percentile, theta, standard_error, band_lowest, band_highest) % 7 = 0)
) with (fillfactor = 50);

-- Answers don't change indexed columns and fit on their page, so updates don't touch any index (heap-only tuples).
create index assessments_of_visitor on assessments (visitor, created_at desc);
create index assessments_of_user on assessments (user_id, created_at desc);
create index assessments_by_time on assessments (created_at);
-- For the daily cleanup of unclaimed attempts.
create index assessments_unclaimed on assessments (created_at) where user_id is null;
-- For an account's results, newest first, page by page, and for the previous result in the same language.
create index assessments_finished_of_user on assessments (user_id, finished_at desc, id desc) where finished_at is not null;
create index assessments_in_language_of_user on assessments (user_id, language, finished_at desc) where finished_at is not null;

-- These stay in the row, so TOAST moves only `earlier` out.
alter table assessments
  alter column round set storage main,
  alter column choices set storage main;

-- Each new round compresses `earlier` again. LZ4 is faster, but not every build of Postgres has it.
do $$
begin
  alter table assessments alter column earlier set compression lz4;
exception when feature_not_supported then null;
end $$;

-- One row per question asked, with its answer, if any.
create view assessment_items as
select
  assessments.id as assessment_id, visitor, user_id, language, created_at,
  position::smallint as position,
  (item ->> 'id')::integer as item_id,
  item ->> 'version' as item_version,
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

-- Anyone with a report's id can see the assessment's result (docs/decisions/014). Unsharing deletes the row, and the id is never reused.
create table reports (
  -- 128 random bits, base64url.
  id text primary key,
  assessment_id uuid not null unique references assessments (id) on delete cascade,
  created_at timestamptz not null default now()
);

-- Posts of reports, with an optional text; at most one per report.
create table community_posts (
  -- UUID version 7, so ids sort by time.
  id uuid primary key,
  report_id text not null unique references reports (id) on delete cascade,
  text text not null default '',
  created_at timestamptz not null default now()
);

------------------------------------------------------------------------------------------------------------------------
-- Flags on questions.
------------------------------------------------------------------------------------------------------------------------

-- "Report this question": one row per person and item version, with the person's latest flag.
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

-- Actions of visitors who allow analytics (docs/events.md), and notices of deleted accounts until the collector accepts them.
create table events (
  id uuid primary key,
  name text not null,
  -- According to the browser's clock.
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- The SHA-256 of the visitor cookie.
  visitor text,
  -- The account that the server identified as the sender; null for a visitor. Flow ids come from the browser and prove nothing.
  user_id integer,
  properties jsonb not null,
  -- BCP 47 tag of the page that sent it.
  interface_language text,
  -- Of the request that sent it (W3C Trace Context).
  traceparent text
);
create index events_by_time on events (received_at);
-- For downloading and deleting an account's events: its own, its browsers', and those of flows that began before the browser had a cookie.
-- `text_pattern_ops` supports prefix searches too.
create index events_of_user on events (user_id) where user_id is not null;
create index events_of_visitor on events (visitor) where visitor is not null;
create index events_of_flow on events ((properties ->> 'flow_id') text_pattern_ops);

------------------------------------------------------------------------------------------------------------------------
-- Messages to other systems: results to the webhook (docs/marketplace.md), events to the collector (docs/events.md).
------------------------------------------------------------------------------------------------------------------------

-- One row per topic that has a receiver in the settings. Without a row, the topic's messages aren't queued.
create table outbox_receivers (
  topic text primary key check (topic in ('results', 'events'))
);

-- Waiting and given-up messages. The statement that finishes or claims an assessment, or stores an event, queues its message; delivery deletes it.
create table outbox (
  -- The subject: exactly one of the two.
  assessment_id uuid unique references assessments (id) on delete cascade,
  event_id uuid unique references events (id) on delete cascade,
  queued_at timestamptz not null default now(),
  tries smallint not null default 0,
  -- The time of the next try; infinity once given up.
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

-- The languages that teachers teach.
create table teacher_languages (
  user_id integer not null references teachers (user_id) on delete cascade,
  language text not null,
  primary key (user_id, language)
);
create index teachers_of_language on teacher_languages (language, user_id);

-- Teachers' free time. Lessons aren't booked here.
create table teacher_slots (
  user_id integer not null references teachers (user_id) on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz not null,
  primary key (user_id, start_time),
  check (end_time > start_time)
);

-- A set without a creator is the product's own; the API returns 9999 as its creator id (Specification §3). `import_key` identifies imported sets;
-- imported teachers have an identity instead.
create table vocabulary_sets (
  card_set_id integer generated always as identity primary key,
  title text not null,
  front_language text not null,
  back_language text not null,
  -- 'A1' to 'C2'.
  language_level text not null,
  -- Topics, as text codes.
  text_code jsonb not null default '[]',
  creator_id integer references users (id) on delete cascade,
  -- How often learners copied it; the most copied sets come first.
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
-- Figures for the operator: deploy/grafana/figures.json shows them, and deploy/grafana/role.sql creates a role that can read only them. They don't
-- contain people, browsers, or accounts. Days are UTC. They go back as far as assessments and events are kept (docs/operating.md).
------------------------------------------------------------------------------------------------------------------------

-- Tests by the day on which they started.
create view figures_tests as
select (created_at at time zone 'utc')::date as day, language, interface_language,
  count(*) as started, count(finished_at) as finished
from assessments group by 1, 2, 3;

-- Results by the day on which their tests were finished.
create view figures_levels as
select (finished_at at time zone 'utc')::date as day, language, interface_language, level, count(*) as tests
from assessments where finished_at is not null group by 1, 2, 3, 4;

-- Visitors at each step from the landing page to a teacher, each counted once per day and only if they allow analytics; `language` is '' before one is
-- chosen.
create view figures_funnel as
select (received_at at time zone 'utc')::date as day, step, coalesce(properties ->> 'language', '') as language,
  coalesce(interface_language, '') as interface_language,
  -- Before the first test, there's no visitor, but each visit has a flow id.
  count(distinct coalesce(visitor, properties ->> 'flow_id')) as visitors
from events
  join (values ('view_free_assessment_landing_page', null, '1 landing page'), ('select_language', null, '2 language chosen'),
    ('view_question', '1', '3 first question'), ('answer_question', '15', '4 last answer'), ('view_signup', null, '5 sign-up wall'),
    ('view_report', null, '6 result'), ('recommend_teacher_click', null, '7 teacher')) as steps (event, question, step)
    on event = name and (question is null or question = properties ->> 'position')
group by 1, 2, 3, 4;

-- Each item version with answers. `facility` is the share of right answers, `unknown` that of "I don't know". `discrimination` is the correlation between
-- answering right and the ability estimated by the whole test (point-biserial, over finished tests): near 0, the item is uninformative. Because the draw
-- is adaptive, the people who get an item have similar ability, which lowers it for all items.
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

-- How often each option of an item version was chosen; `option` is '' for "I don't know".
create view figures_options as
select language, item_id, item_version, level, option, option <> '' and correct ? option as is_key, count(*) as picks,
  count(*)::float8 / sum(count(*)) over (partition by language, item_id, item_version) as share
from assessment_items, lateral (
  select jsonb_array_elements_text(choice) as option union all select '' where choice = '[]'
) as picked
where choice is not null
group by 1, 2, 3, 4, 5, 6;

-- Flags on questions with their notes, without the person.
create view figures_flags as
select (created_at at time zone 'utc')::date as day, language, item_id, item_version, reason, note
from item_flags;
