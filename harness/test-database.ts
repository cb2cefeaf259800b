import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { inject } from 'vitest'
import { openInMemory } from '#server/db/connection/pglite.ts'
import { openPostgres } from '#server/db/connection/postgres.ts'
import type { OpenDatabase } from '#server/db/schema.ts'
import { administer, createDatabase } from './postgres.ts'

const POOL_SIZE = 4

/** Empties every table except the migrations, and restarts the ids. */
const EMPTY = `do $$ declare name text; is_filled boolean; filled text; begin
  perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
    execute 'select exists (select from ' || name || ')' into is_filled;
    if is_filled then filled := concat_ws(', ', filled, name); end if;
  end loop;
  if filled is not null then execute 'truncate ' || filled || ' cascade'; end if;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where last_value is not null;
end $$`

/**
 * Everything but rows that a test could have changed: tables, columns, triggers, sequences, statistics, settings.
 */
const SCHEMA = `select md5(concat(
  (select array_agg(row(oid, relname) order by oid) from pg_class where oid >= 16384),
  (select array_agg(row(attrelid, attname, atttypid, attnotnull, attisdropped) order by attrelid, attnum) from pg_attribute where attrelid >= 16384),
  (select array_agg(oid order by oid) from (select oid from pg_proc union all select oid from pg_trigger union all select oid from pg_constraint
    union all select oid from pg_namespace) as other where oid >= 16384),
  (select array_agg(row(seqrelid, seqstart) order by seqrelid) from pg_sequence),
  (select count(*) from pg_statistic where starelid >= 16384),
  (select count(*) from pg_db_role_setting join pg_database on pg_database.oid = setdatabase where datname = current_database()),
  (select array_agg(name order by name) from migrations))) as schema`

type Used = { url: string; schema: unknown }

/** This worker's databases that no test is using. Emptying one takes a fifth of the time of copying the template. */
const free: Used[] = []

/**
 * A migrated database for one test: in memory, or a copy on the real server if the run has one (database-template.ts).
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const prepared = inject('preparedDatabase')
  if (!prepared) throw new Error('This run has no database: TEST_DATABASE is "none".')
  if ('dump' in prepared) return openInMemory(await openAsBlob(prepared.dump))
  const used = free.pop() ?? (await copyOf(prepared))
  const { close, ...opened } = await openPostgres(used.url, POOL_SIZE)
  return {
    ...opened,
    close: async () => {
      await close()
      await release(used, prepared.server)
    },
  }
}

async function copyOf({ server, template }: { server: string; template: string }): Promise<Used> {
  const url = await createDatabase(server, randomUUID(), template)
  return { url, schema: (await administer(url, SCHEMA))[0]?.schema }
}

/** Empties it for the next test, or drops it if this one changed more than rows. */
async function release(used: Used, server: string): Promise<void> {
  const isAsBefore = await administer(used.url, `${EMPTY}; ${SCHEMA}`).then(
    ([row]) => row?.schema === used.schema,
    () => false,
  )
  if (isAsBefore) free.push(used)
  else await administer(server, `drop database "${new URL(used.url).pathname.slice(1)}" with (force)`)
}
