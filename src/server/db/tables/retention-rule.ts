import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Settings } from '#settings/settings.ts'
import type { Database, Tables } from '../schema.ts'

export type RetentionSettings = Pick<Settings, 'UNCLAIMED_DAYS' | 'EVENTS_RETENTION_DAYS'>

/** Which rows of a table are deleted whosever they are, once they are `due`. `key` tells a row from others. */
export type RetentionRule = {
  table: keyof Tables
  key: string
  due: (settings: RetentionSettings) => RawBuilder<SqlBool>
}

/** The rule of a table whose rows say themselves when they expire. */
export const expires = (table: keyof Tables, key: string): RetentionRule => ({
  table,
  key,
  due: () => sql<SqlBool>`expires_at <= now()`,
})

/** A batch this size deletes well within the statement timeout, with all that hangs on its rows. */
const ROWS_AT_ONCE = 1000

/**
 * Deletes what is due by a rule, in batches, until nothing is left or `signal` aborts. Processes that do it at once
 * share the work.
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
