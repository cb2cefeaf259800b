import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/schema.ts'

/** The schema has no functions, so statements that start with this change no rows. */
const READS = /^select\b/i

/**
 * The number of statements that may write and that this process has sent to Postgres. If there are none, nothing can
 * have changed.
 */
let writes = 0
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [statement] = args as [string | { text?: string }]
  const text = typeof statement === 'string' ? statement : statement?.text
  if (text === undefined || !READS.test(text)) writes += 1
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

/**
 * Counts changed rows with triggers, and the counts of a rolled-back transaction vanish with it.
 * @returns the count of each changed table
 */
export async function countChanges(db: Database): Promise<() => Promise<Record<string, number>>> {
  const own = await sql`select from pg_proc where pronamespace = 'public'::regnamespace`.execute(db)
  if (own.rows.length > 0)
    throw new Error('The schema has functions now, which a select may call: count selects as writes.')
  await sql`create table row_changes (place text primary key, changes int not null)`.execute(db)
  await sql`create function count_row_change() returns trigger language plpgsql as $$ begin
    insert into row_changes values (tg_table_name, 1) on conflict (place) do update set changes = row_changes.changes + 1;
    return null;
  end $$`.execute(db)
  const tables = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = 'public' and tablename <> 'row_changes'`.execute(db)
  for (const { tablename } of tables.rows)
    await sql`create trigger count_changes after insert or update or delete on ${sql.table(tablename)}
      for each row execute function count_row_change()`.execute(db)
  let known: Record<string, number> = {}
  let knownAt = -1
  return async () => {
    if (writes === knownAt) return known
    knownAt = writes
    const counts = await sql<{ place: string; changes: number }>`select place, changes from row_changes`.execute(db)
    known = Object.fromEntries(counts.rows.map(({ place, changes }) => [place, changes]))
    return known
  }
}
