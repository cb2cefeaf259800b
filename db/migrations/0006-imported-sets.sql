-- An imported set is found again by the key of its file. Imported teachers have an identity instead.
alter table vocabulary_sets add column import_key text unique;
