-- Whether an experiment drew the level rule of an assessment (LEVEL_RULE with shares). Only such assessments compare rules.
alter table assessments add column rule_drawn boolean not null default false;
