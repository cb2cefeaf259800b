/**
 * `npm run banks -- analyze`: what finished first attempts say about each item of the banks. Stores it in the database
 * (table item_statistics) and prints the items with warnings as Markdown. Reads the same settings as `npm run serve`.
 */
import { readBanks } from '#server/banks/banks.ts'
import { storeItemStatistics } from '#server/db/tables/item-statistics.ts'
import { readSettings } from '#settings/read.ts'
import { operate, withDatabase } from '../operation.ts'
import { analysisLines } from './analysis-text.ts'
import { analyzeAttempts } from './analyze-attempts.ts'
import { progressBar } from './progress.ts'

await operate(async () => {
  await withDatabase(readSettings(process.env, { isProduction: true }), async (db) => {
    const analyzed = await analyzeAttempts(db, readBanks(), progressBar())
    await storeItemStatistics(db, analyzed.items)
    console.log(analysisLines(analyzed).join('\n'))
  })
})
