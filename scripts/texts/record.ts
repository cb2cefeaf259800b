/**
 * Appends a reader's verdict on one part of a catalog to data/readings/texts.jsonl.
 *   npm run texts -- record --locale de --part account --hash 0123456789abcdef --reader "reader de-1" --verdict good [--notes "…"]
 * The hash is at the top of the sheet (npm run texts -- sheet).
 */
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Locale } from '#contract/locales.ts'
import { readCatalog } from './catalogs.ts'
import { READINGS_FILE, readingFaults } from './readings.ts'

const { values } = parseArgs({
  options: {
    locale: { type: 'string' },
    part: { type: 'string' },
    hash: { type: 'string' },
    reader: { type: 'string' },
    verdict: { type: 'string' },
    notes: { type: 'string', default: '' },
  },
})
const { locale, part, hash, reader, verdict, notes } = values
const reading = { locale, part, hash, reader, date: new Date().toISOString().slice(0, 10), verdict, notes }
const faults = readingFaults(reading, readCatalog(part ?? '', locale as Locale))
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
appendFileSync(READINGS_FILE, `${JSON.stringify(reading)}\n`)
console.log(`Recorded: ${locale}, ${part}, ${verdict}. Now: npm run texts -- report`)
