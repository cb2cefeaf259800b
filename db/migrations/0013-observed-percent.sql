-- What results were reached, without whose: with THAN_SOURCE=observed a result's percentage is the share of them below it (docs/decisions/024).
-- `score` is theta in tenths. Nothing is taken away when assessments are deleted.
create table result_counts (
  language text not null,
  level text not null,
  score smallint not null,
  finished integer not null,
  primary key (language, level, score)
);

insert into result_counts
select language, level, round(theta * 10), count(*) from assessments where theta is not null group by 1, 2, 3;

-- On how many results `than` rests; null: it was drawn from the band of its level.
alter table assessments add column than_of integer, add check (than_of is null or than is not null);
