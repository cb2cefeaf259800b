-- The estimate of a result, under either rule (docs/decisions/018). Null in results of before. `total` grows by a round at a time under the rule
-- `estimate`; how the items were taken is in `scorer_version`, which items of which version in assessment_items.
alter table assessments
  add column total smallint not null default 15,
  add column theta double precision,
  add column standard_error double precision,
  add column scorer_version text,
  add check (level_rule in ('staircase', 'estimate')),
  add check ((theta is null) = (standard_error is null) and (theta is null) = (scorer_version is null)),
  add check (theta is null or finished_at is not null);
