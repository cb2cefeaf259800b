import { LOCALE_ENDONYMS, LOCALES, type Locale } from '#contract/locales.ts'
import { MODEL_PREFIX } from '../readings.ts'
import { readPairs } from './catalogs.ts'
import { presentTextReading, readTextReadings, VERDICTS } from './text-readings.ts'

/** The file of the report, relative to the repository. */
export const TEXTS_SUMMARY_FILE = 'docs/translations.md'

const INTRO = `# Readings of the interface texts

Written by \`npm run texts -- summary\` from \`data/texts\` and \`data/readings/texts\`, which names the reader of each text.

A reader of the language who didn't write the text compares it with the English. “Good”: it reads as if it had been written in that language.
“Fix”: it doesn't. “False”: it says something untrue. “Not read”: the text or its English has changed since the last reading.
“Readers”: how many there were, and in parentheses, how many of them are people rather than language models.`

function row(locale: Locale): string {
  const [pairs, readings] = [readPairs(locale), readTextReadings(locale)]
  const present = pairs.flatMap((pair) => presentTextReading(readings, pair) ?? [])
  const counts = VERDICTS.map((verdict) => present.filter((reading) => reading.verdict === verdict).length)
  const newest = present.map(({ date }) => date).sort()
  const readers = [...new Set(present.map(({ reader }) => reader))]
  const people = readers.filter((reader) => !reader.startsWith(MODEL_PREFIX))
  const name = `${LOCALE_ENDONYMS[locale]} (${locale})`
  const cells = [
    name,
    pairs.length,
    ...counts,
    pairs.length - present.length,
    newest.at(-1) ?? '–',
    `${readers.length} (${people.length})`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The summary of all texts, which is always the same for the same texts and readings. */
export function textsSummary(): string {
  return `${INTRO}

| language | texts | good | fix | false | not read | latest | readers |
|---|--:|--:|--:|--:|--:|---|--:|
${LOCALES.map(row).join('\n')}
`
}
