/**
 * Writes docs/banks.md: what the blind readings say about the question banks.
 *   npm run banks -- report
 */
import { writeFileSync } from 'node:fs'
import { ROOT } from '#server/files.ts'
import { banksReport, REPORT_FILE } from './report-text.ts'

writeFileSync(new URL(REPORT_FILE, ROOT), banksReport())
console.log(`${REPORT_FILE} is written.`)
