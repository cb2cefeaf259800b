-- The embedded marketplace: teachers with their free time, and vocabulary sets.
create table teachers (
  user_id integer primary key references users (id) on delete cascade,
  recording_permission boolean not null default false,
  -- The lowest price of a lesson, in US cents.
  min_price integer not null check (min_price >= 0),
  about text not null default ''
);

create table teacher_languages (
  user_id integer not null references teachers (user_id) on delete cascade,
  language text not null,
  primary key (user_id, language)
);
create index teachers_of_language on teacher_languages (language, user_id);

-- Time a teacher offers; once booked it is no longer free.
create table teacher_slots (
  user_id integer not null references teachers (user_id) on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz not null,
  booked boolean not null default false,
  primary key (user_id, start_time),
  check (end_time > start_time)
);

-- Sets without a creator are the product's own; outside they show its creator id, 9999 (Specification §3).
create table vocabulary_sets (
  card_set_id integer generated always as identity primary key,
  title text not null,
  front_language text not null,
  back_language text not null,
  language_level text not null,
  text_code jsonb not null default '[]',
  creator_id integer references users (id) on delete cascade,
  copied_count integer not null default 0
);
create index vocabulary_sets_of_pair on vocabulary_sets (front_language, back_language, language_level);

create table vocabulary_cards (
  card_set_id integer not null references vocabulary_sets (card_set_id) on delete cascade,
  position smallint not null,
  front text not null,
  back text not null,
  primary key (card_set_id, position)
);
