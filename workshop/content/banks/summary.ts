/**
 * Writes docs/banks.md: what the blind readings say about the question banks.
 *   npm run banks -- summary
 */
import { writeFileSync } from 'node:fs'
import { ROOT } from '#server/files.ts'
import { banksSummary, SUMMARY_FILE } from './summary-text.ts'

writeFileSync(new URL(SUMMARY_FILE, ROOT), banksSummary())
console.log(`${SUMMARY_FILE} is written.`)
