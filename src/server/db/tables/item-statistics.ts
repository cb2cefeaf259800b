import type { ItemStatistics } from '#quiz/analysis/item-statistics.ts'
import type { Language } from '#quiz/languages.ts'
import { inTransaction } from '../connection/retry.ts'
import type { Database } from '../schema.ts'

const ROWS_AT_ONCE = 200

/** Replaces the stored item analysis. */
export async function storeItemStatistics(db: Database, statistics: readonly ItemStatistics[]): Promise<void> {
  const rows = statistics.map(({ warnings, ...item }) => ({
    language: item.language,
    item_id: item.id,
    item_version: item.version,
    statistics: JSON.stringify({ ...item, flags: warnings }),
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
  return rows.map(({ statistics: { flags, ...item } }) => ({ ...item, warnings: flags }))
}
