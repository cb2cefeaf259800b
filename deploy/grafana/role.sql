-- A role for Grafana that can read the figures_… views and nothing else. Run this as the database's administrator, in the product's database, and again after an
-- upgrade that adds views. The role has no password yet; set one with \password grafana.
do $$
declare
  figures record;
begin
  if not exists (select from pg_roles where rolname = 'grafana') then
    create role grafana login;
  end if;
  execute format('grant connect on database %I to grafana', current_database());
  for figures in select schemaname, viewname from pg_views where viewname like 'figures\_%' loop
    execute format('grant usage on schema %I to grafana', figures.schemaname);
    execute format('grant select on %I.%I to grafana', figures.schemaname, figures.viewname);
    execute format('alter role grafana set search_path = %I', figures.schemaname);
  end loop;
end $$;
alter role grafana set default_transaction_read_only = on;
alter role grafana set statement_timeout = '30s';
