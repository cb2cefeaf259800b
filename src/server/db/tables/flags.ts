import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '../schema.ts'

export type FlagRow = Selectable<Tables['item_flags']>

/** One flag for each person and item version; a later one replaces the earlier. */
export async function recordFlag(db: Database, row: Omit<FlagRow, 'created_at'>): Promise<void> {
  const { reason, note } = row
  await db
    .insertInto('item_flags')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['language', 'item_id', 'item_version', 'user_id'])
        .doUpdateSet({ reason, note, created_at: sql<Date>`now()` }),
    )
    .execute()
}

/** The account's flags, newest first: all, or the last `limit`. */
export async function findFlags(db: Database, userId: number, limit?: number): Promise<FlagRow[]> {
  const flags = db
    .selectFrom('item_flags')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('item_id')
  return (limit === undefined ? flags : flags.limit(limit)).execute()
}
