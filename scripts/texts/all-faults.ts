import { readFileSync } from 'node:fs'
import { catalogFile, type Locale } from '#contract/locales.ts'
import { catalogFaults, tellingDescriptions } from './catalog-faults.ts'
import { catalogParts, readCatalog, readEnglish, readKept, UNFINISHED } from './catalogs.ts'
import { presentTextsReading, readTextsReadings } from './readings.ts'
import { TEXTS_REPORT_FILE, textsReport } from './report-text.ts'

const PICTURES = new URL('../../data/picture-keys.json', import.meta.url)

function keptFaults(locale: Locale, parts: readonly string[]): string[] {
  const keys = new Set(parts.flatMap((part) => Object.keys(readEnglish(part))))
  return Object.entries(readKept(locale)).flatMap(([key, reason]) => [
    ...(keys.has(key) ? [] : [`data/texts-kept/${locale}.json: there is no ${key}`]),
    ...(reason.trim() ? [] : [`data/texts-kept/${locale}.json: ${key} has no reason`]),
  ])
}

/** Texts that no second reader has read in their current form, one line each with the file: for a release, not for every change. */
export function unreadTexts(locales: readonly Locale[]): string[] {
  const readings = readTextsReadings()
  const verdictOn = (part: string, locale: Locale) => {
    const texts = readCatalog(part, locale)
    return texts && presentTextsReading(readings, { locale, part, texts })?.verdict
  }
  const parts = locales.flatMap((locale) =>
    catalogParts().flatMap((part) => {
      const verdict = verdictOn(part, locale)
      if (verdict === 'good') return []
      return `${catalogFile(part, locale)}: ${verdict ? 'its last reading asks for changes' : 'has changed since it was read'}`
    }),
  )
  const report = readFileSync(new URL(`../../${TEXTS_REPORT_FILE}`, import.meta.url), 'utf8')
  return report === textsReport() ? parts : [...parts, `${TEXTS_REPORT_FILE}: is out of date: npm run texts -- report`]
}

/** All faults in the catalogs of these languages, one line each with the file. An `unfinished` catalog may lack texts. */
export function textsFaults(locales: readonly Locale[], unfinished: readonly Locale[] = UNFINISHED): string[] {
  const parts = catalogParts()
  const pictures = JSON.parse(readFileSync(PICTURES, 'utf8'))
  return locales.flatMap((locale) => [
    ...keptFaults(locale, parts),
    ...parts.flatMap((part) => {
      const texts = readCatalog(part, locale)
      const isUnfinished = unfinished.includes(locale)
      const found = [
        ...catalogFaults({ locale, english: readEnglish(part), texts, kept: readKept(locale), isUnfinished }),
        ...(part === 'pictures' && texts ? tellingDescriptions(pictures, texts, locale) : []),
      ]
      return found.map((fault) => `${catalogFile(part, locale)}: ${fault}`)
    }),
  ])
}
