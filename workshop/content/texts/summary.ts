/**
 * Writes docs/translations.md, which sums up the readings of the interface texts.
 *   npm run texts -- summary
 */
import { writeFileSync } from 'node:fs'
import { ROOT } from '#server/files.ts'
import { TEXTS_SUMMARY_FILE, textsSummary } from './summary-text.ts'

writeFileSync(new URL(TEXTS_SUMMARY_FILE, ROOT), textsSummary())
console.log(`${TEXTS_SUMMARY_FILE} written.`)
