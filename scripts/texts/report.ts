/**
 * Writes docs/translations.md: what the readings say about the interface texts.
 *   npm run texts -- report
 */
import { writeFileSync } from 'node:fs'
import { TEXTS_REPORT_FILE, textsReport } from './report-text.ts'

writeFileSync(new URL(`../../${TEXTS_REPORT_FILE}`, import.meta.url), textsReport())
console.log(`${TEXTS_REPORT_FILE} written.`)
