-- The questions that a test began with: it keeps them when new tests are planned longer or shorter. Further rounds make `total` grow beyond it.
-- Every test so far was planned with 15.
alter table assessments add column planned_questions smallint not null default 15;
