/**
 * `npm run banks -- analyze`: what finished first attempts say about each item of the banks. Stores it in the database (table item_statistics) and prints
 * the flagged items as Markdown. Reads the same settings as `npm run serve`.
 */
import { loadBanks } from '#server/banks/banks.ts'
import { storeItemStatistics } from '#server/db/items.ts'
import { openDatabase } from '#server/db/open.ts'
import { readSettings } from '#server/settings.ts'
import { progressBar } from '../progress.ts'
import { analysisLines } from './analysis-text.ts'
import { analyzeAttempts } from './analyze-attempts.ts'

try {
  const { db, close } = await openDatabase(readSettings(process.env, { isProduction: true }))
  try {
    const analyzed = await analyzeAttempts(db, loadBanks(), progressBar())
    await storeItemStatistics(db, analyzed.items)
    console.log(analysisLines(analyzed).join('\n'))
  } finally {
    await close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
