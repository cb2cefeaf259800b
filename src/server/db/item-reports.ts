import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from './schema.ts'

export type ItemReportRow = Selectable<Tables['item_reports']>

/** One for each person and item in one version: a later one takes the place of the earlier. */
export async function recordItemReport(db: Database, row: Omit<ItemReportRow, 'created_at'>): Promise<void> {
  const { reason, note } = row
  await db
    .insertInto('item_reports')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['language', 'item_id', 'item_version', 'user_id'])
        .doUpdateSet({ reason, note, created_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Everything that the account has reported, the newest first. */
export async function findItemReports(db: Database, userId: number): Promise<ItemReportRow[]> {
  return db
    .selectFrom('item_reports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('item_id')
    .execute()
}
