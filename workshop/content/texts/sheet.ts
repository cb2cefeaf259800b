/**
 * Prints a language's texts next to the English ones, one JSON object per line ({"key","en","text"}), for a translator
 * or a reader.
 *   npm run --silent texts -- sheet --locale de [--part account] [--unread]
 * --unread: only those whose current wording nobody has read.
 */
import { parseArgs } from 'node:util'
import { LOCALES } from '#contract/locales.ts'
import { catalogParts, readPairs } from './catalogs.ts'
import { presentTextReading, readTextReadings } from './text-readings.ts'

const { values } = parseArgs({
  options: { locale: { type: 'string' }, part: { type: 'string' }, unread: { type: 'boolean' } },
})
const locale = LOCALES.find((tag) => tag === values.locale)
if (!locale) throw new Error(`Set --locale to one of ${LOCALES.join(', ')}.`)
if (values.part && !catalogParts().includes(values.part))
  throw new Error(`Set --part to one of ${catalogParts().join(', ')}.`)

const readings = readTextReadings(locale)
for (const pair of readPairs(locale)) {
  if (values.part && pair.part !== values.part) continue
  if (values.unread && (pair.text === undefined || presentTextReading(readings, pair))) continue
  console.log(JSON.stringify({ key: pair.key, en: pair.en, text: pair.text ?? null }))
}
