import { LOCALE_ENDONYMS, LOCALES, type Locale } from '#contract/locales.ts'
import { catalogParts, readPairs, type TextPair } from './catalogs.ts'
import { presentTextReading, readTextReadings, type TextReading, VERDICTS } from './text-readings.ts'

/** The file of the report, relative to the repository. */
export const TEXTS_SUMMARY_FILE = 'docs/translations.md'

const INTRO = `# The interface texts, read through

Written by \`npm run texts -- summary\` from \`data/texts\` and \`data/readings/texts\`.

Each text is read beside the English by a reader of its language who did not write it. “Good”: it reads as if written in that language. “Mend”: it does not.
“False”: it says what is not so. “Not read”: it or its English has changed since, or nobody has read it. A reader whose name begins with “language-model
reader” is no person.`

function row(name: string, pairs: readonly TextPair[], readings: ReadonlyMap<string, TextReading>): string {
  const present = pairs.flatMap((pair) => presentTextReading(readings, pair) ?? [])
  const counts = VERDICTS.map((verdict) => present.filter((reading) => reading.verdict === verdict).length)
  const newest =
    present
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? '–'
  const readers = [...new Set(present.map(({ reader }) => reader))].sort().join(', ') || '–'
  return `| ${[name, pairs.length, ...counts, pairs.length - present.length, newest, readers].join(' | ')} |`
}

function section(locale: Locale): string {
  const [pairs, readings] = [readPairs(locale), readTextReadings(locale)]
  const parts = catalogParts().map((part) =>
    row(
      part,
      pairs.filter((pair) => pair.part === part),
      readings,
    ),
  )
  return [
    `## ${LOCALE_ENDONYMS[locale]} (${locale})`,
    '',
    '| part | texts | good | mend | false | not read | newest | readers |',
    '|---|--:|--:|--:|--:|--:|---|---|',
    ...parts,
    row('all', pairs, readings),
  ].join('\n')
}

/** The summary on all texts, deterministic for the same texts and readings. */
export function textsSummary(): string {
  return `${[INTRO, ...LOCALES.map(section)].join('\n\n')}\n`
}
