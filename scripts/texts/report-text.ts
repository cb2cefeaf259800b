import { LOCALE_ENDONYMS, LOCALES, type Locale } from '#contract/locales.ts'
import { catalogParts, readCatalog } from './catalogs.ts'
import { presentTextsReading, readTextsReadings, type TextsReading } from './readings.ts'

/** The file that the report is written to, relative to the repository. */
export const TEXTS_REPORT_FILE = 'docs/translations.md'

const INTRO = `# The interface texts, read through

Written by \`npm run texts -- report\` from \`data/texts\` and \`data/readings/texts.jsonl\`.

Each part of each catalog is read from its first text to its last by a reader of that language who did not write it, beside the English texts. The readers name
themselves in the last column; one whose name begins with “language-model reader” is no person. “Good” means that it reads as if written in that
language; a part whose texts have changed since its last reading counts as not read.`

function row(locale: Locale, part: string, readings: readonly TextsReading[]): string {
  const texts = readCatalog(part, locale)
  const present = texts && presentTextsReading(readings, { locale, part, texts })
  const earlier = readings.filter((reading) => reading.locale === locale && reading.part === part).length
  const cells = [
    part,
    present?.verdict ?? (texts ? 'not read' : 'no translation'),
    earlier,
    present?.date ?? '–',
    present?.reader ?? '–',
  ]
  return `| ${cells.join(' | ')} |`
}

/** The report on all catalogs, deterministic for the same catalogs and readings. */
export function textsReport(): string {
  const readings = readTextsReadings()
  const sections = LOCALES.map((locale) =>
    [
      `## ${LOCALE_ENDONYMS[locale]} (${locale})`,
      '',
      '| part | as it stands | readings | last | reader |',
      '|---|---|--:|---|---|',
      ...catalogParts().map((part) => row(locale, part, readings)),
    ].join('\n'),
  )
  return `${[INTRO, ...sections].join('\n\n')}\n`
}
