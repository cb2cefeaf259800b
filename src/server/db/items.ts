import { type Selectable, sql } from 'kysely'
import type { ItemStatistics } from '#quiz/analysis/item-statistics.ts'
import type { Language } from '#quiz/languages.ts'
import { inTransaction } from './retry.ts'
import type { Database, Tables } from './schema.ts'

export type ItemReportRow = Selectable<Tables['item_reports']>

/** One report for each person and item version; a later one replaces the earlier. */
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

/** The account's reports, newest first: all, or the last `limit`. */
export async function findItemReports(db: Database, userId: number, limit?: number): Promise<ItemReportRow[]> {
  const reports = db
    .selectFrom('item_reports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('item_id')
  return (limit === undefined ? reports : reports.limit(limit)).execute()
}

const ROWS_AT_ONCE = 200

/** Replaces the stored item analysis. */
export async function storeItemStatistics(db: Database, statistics: readonly ItemStatistics[]): Promise<void> {
  const rows = statistics.map((item) => ({
    language: item.language,
    item_id: item.id,
    item_version: item.version,
    statistics: JSON.stringify(item),
  }))
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('item_statistics').execute()
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
      await trx
        .insertInto('item_statistics')
        .values(rows.slice(start, start + ROWS_AT_ONCE))
        .execute()
  })
}

/** The latest item analysis of one bank, or of all, by item. */
export async function findItemStatistics(db: Database, language: Language): Promise<ItemStatistics[]> {
  const rows = await db
    .selectFrom('item_statistics')
    .select('statistics')
    .where('language', '=', language)
    .orderBy('item_id')
    .execute()
  return rows.map(({ statistics }) => statistics)
}
