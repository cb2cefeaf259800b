-- What the taker of a finished assessment says of its level, once for each: whether it fits, and what else they know of their level.
create table level_claims (
  assessment_id uuid primary key references assessments (id) on delete cascade,
  fit text not null check (fit in ('too_low', 'about_right', 'too_high')),
  source text check (source in ('certificate', 'course', 'teacher', 'own')),
  -- An id and a grade of src/quiz/certificates.ts, where both keep their meaning.
  certificate text,
  grade text,
  year smallint,
  -- The CEFR level that the source gives; a certificate's as its makers publish it.
  level text check (level in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2')),
  created_at timestamptz not null default now(),
  check ((source is null) = (level is null)),
  check (coalesce(source = 'certificate', false) = (certificate is not null)),
  check ((certificate is null) = (grade is null) and (grade is null) = (year is null))
);
