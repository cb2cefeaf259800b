/**
 * Records a reader's judgments in data/readings/texts, each for the current text and its English. Records all of them,
 * or none if there's an error.
 *   npm run texts -- record --locale de --reader "reader de-1" --file judgments.jsonl
 * Each line: {"key":"wall.title","verdict":"good"}, or "fix" or "false" with "notes". It may repeat "en" and "text"
 * from the sheet; if they've changed since, the line is refused.
 */
import { parseArgs } from 'node:util'
import { LOCALES } from '#contract/locales.ts'
import { readJsonLines, stopWith } from '../readings.ts'
import { readPairs } from './catalogs.ts'
import { readTextReadings, type TextJudgment, textErrors, withJudgments, writeTextReadings } from './text-readings.ts'

const { values } = parseArgs({
  options: { locale: { type: 'string' }, reader: { type: 'string' }, file: { type: 'string' } },
})
const { reader, file } = values
const locale = LOCALES.find((tag) => tag === values.locale)
if (!locale || !reader?.trim() || !file) throw new Error(`Give --locale (${LOCALES.join(', ')}), --reader, and --file.`)

const judgments = readJsonLines<TextJudgment>(file)
const pairs = readPairs(locale)
stopWith(textErrors(judgments, pairs))
writeTextReadings(locale, pairs, withJudgments(readTextReadings(locale), judgments, { pairs, reader }))
console.log(`${locale}: ${judgments.length} readings recorded. Next: npm run texts -- summary`)
