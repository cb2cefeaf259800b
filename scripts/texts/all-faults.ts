import { readFileSync } from 'node:fs'
import { catalogFile, type Locale } from '#contract/locales.ts'
import { catalogFaults, tellingDescriptions } from './catalog-faults.ts'
import { catalogParts, readCatalog, readEnglish, readKept, UNFINISHED } from './catalogs.ts'
import { presentTextsReading, readTextsReadings, type TextsReading } from './readings.ts'
import { TEXTS_REPORT_FILE, textsReport } from './report-text.ts'

const PICTURES = new URL('../../data/picture-keys.json', import.meta.url)

function readingFault(part: string, locale: Locale, readings: readonly TextsReading[]): string[] {
  const texts = readCatalog(part, locale)
  const verdict = texts && presentTextsReading(readings, { locale, part, texts })?.verdict
  if (verdict === 'good') return []
  return [verdict ? 'its last reading asks for mending' : 'nobody has read it as it stands']
}

function keptFaults(locale: Locale, parts: readonly string[]): string[] {
  const keys = new Set(parts.flatMap((part) => Object.keys(readEnglish(part))))
  return Object.entries(readKept(locale)).flatMap(([key, reason]) => [
    ...(keys.has(key) ? [] : [`data/texts-kept/${locale}.json: there is no ${key}`]),
    ...(reason.trim() ? [] : [`data/texts-kept/${locale}.json: ${key} has no reason`]),
  ])
}

/** The report is compared when all languages are finished: until then every new text would ask for a new one. */
function reportFaults(): string[] {
  if (UNFINISHED.length > 0) return []
  const written = readFileSync(new URL(`../../${TEXTS_REPORT_FILE}`, import.meta.url), 'utf8')
  return written === textsReport() ? [] : [`${TEXTS_REPORT_FILE}: it is not of these texts: npm run texts -- report`]
}

/**
 * Everything that is wrong with the catalogs of these languages, a line each with its file. In an `unfinished` one texts may be missing and
 * nobody need have read it.
 */
export function textsFaults(locales: readonly Locale[], unfinished: readonly Locale[] = UNFINISHED): string[] {
  const [parts, readings] = [catalogParts(), readTextsReadings()]
  const pictures = JSON.parse(readFileSync(PICTURES, 'utf8'))
  const faults = locales.flatMap((locale) => [
    ...keptFaults(locale, parts),
    ...parts.flatMap((part) => {
      const texts = readCatalog(part, locale)
      const isUnfinished = unfinished.includes(locale)
      const found = [
        ...catalogFaults({ locale, english: readEnglish(part), texts, kept: readKept(locale), isUnfinished }),
        ...(part === 'pictures' && texts ? tellingDescriptions(pictures, texts, locale) : []),
        ...(isUnfinished ? [] : readingFault(part, locale, readings)),
      ]
      return found.map((fault) => `${catalogFile(part, locale)}: ${fault}`)
    }),
  ])
  return [...faults, ...reportFaults()]
}
