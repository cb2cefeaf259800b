/**
 * Writes docs/translations.md: what the readings say about the interface texts.
 *   npm run texts -- report
 */
import { writeFileSync } from 'node:fs'
import { ROOT } from '#server/files.ts'
import { TEXTS_REPORT_FILE, textsReport } from './report-text.ts'

writeFileSync(new URL(TEXTS_REPORT_FILE, ROOT), textsReport())
console.log(`${TEXTS_REPORT_FILE} written.`)
