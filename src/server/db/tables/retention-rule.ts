import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Settings } from '#settings/settings.ts'
import type { Database, Tables } from '../schema.ts'

export type RetentionSettings = Pick<Settings, 'UNCLAIMED_DAYS' | 'EVENTS_RETENTION_DAYS'>

/** The rows of a table to delete once they're `due`, regardless of owner. `key` identifies a row. */
export type RetentionRule = {
  table: keyof Tables
  key: string
  due: (settings: RetentionSettings) => RawBuilder<SqlBool>
}

/** The rule for a table with an expiry column. */
export const expires = (table: keyof Tables, key: string): RetentionRule => ({
  table,
  key,
  due: () => sql<SqlBool>`expires_at <= now()`,
})

/** A batch this size deletes well within the statement timeout, including all rows that depend on its rows. */
const ROWS_AT_ONCE = 1000

/**
 * Deletes the rows due under a rule, in batches, until none are left or `signal` aborts. Simultaneous processes share
 * the work.
 */
export async function deleteDue(
  db: Database,
  { table, key, due }: RetentionRule,
  settings: RetentionSettings,
  { atOnce = ROWS_AT_ONCE, signal }: { atOnce?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const rows = sql.table(table)
  const id = sql.ref(key)
  while (!signal?.aborted) {
    const { numAffectedRows = 0n } = await sql`delete from ${rows} where ${id} = any(array(
      select ${id} from ${rows} where ${due(settings)} limit ${atOnce} for update skip locked))`.execute(db)
    if (numAffectedRows < atOnce) return
  }
}
