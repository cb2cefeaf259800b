#!/bin/sh
# The Postgres image runs this once, on an empty volume. It gives the product a role that owns one schema of the database and nothing else.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$QUIZ_PASSWORD" --set database="$POSTGRES_DB" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role quiz login nosuperuser nocreatedb nocreaterole password :'password';
revoke all on database :"database" from public;
revoke all on schema public from public;
grant connect on database :"database" to quiz;
create schema quiz authorization quiz;
alter role quiz set search_path = quiz;
SQL
