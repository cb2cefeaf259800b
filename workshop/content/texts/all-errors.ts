import { readFileSync } from 'node:fs'
import { catalogFile, type Locale } from '#contract/locales.ts'
import { ROOT, readJson } from '#server/files.ts'
import { catalogErrors, tellingDescriptions } from './catalog-errors.ts'
import { catalogParts, readCatalog, readEnglish, readKept, readPairs, UNFINISHED } from './catalogs.ts'
import { formErrors } from './language-forms.ts'
import { TEXTS_SUMMARY_FILE, textsSummary } from './summary-text.ts'
import { presentTextReading, readTextReadings } from './text-readings.ts'

function keptErrors(locale: Locale, parts: readonly string[]): string[] {
  const keys = new Set(parts.flatMap((part) => Object.keys(readEnglish(part))))
  const file = `data/texts-kept/${locale}.json`
  return Object.entries(readKept(locale)).flatMap(([key, reason]) => [
    ...(keys.has(key) ? [] : [`${locale} ${key}: no such text (${file})`]),
    ...(reason.trim() ? [] : [`${locale} ${key}: no reason to keep it in English (${file})`]),
  ])
}

/**
 * Texts that block a release, because nobody has read their current wording or a reader has requested changes. One line
 * each, with locale and key.
 */
export function textsToRead(locales: readonly Locale[]): string[] {
  return locales.flatMap((locale) => {
    const readings = readTextReadings(locale)
    return readPairs(locale).flatMap((pair) => {
      if (pair.text === undefined) return []
      const { verdict, notes } = presentTextReading(readings, pair) ?? {}
      if (verdict === 'good') return []
      return `${locale} ${pair.key}: ${verdict ? `${verdict}: ${notes}` : 'current wording not read'}`
    })
  })
}

/** Whether docs/translations.md matches the readings. */
export function isSummaryCurrent(): boolean {
  return readFileSync(new URL(TEXTS_SUMMARY_FILE, ROOT), 'utf8') === textsSummary()
}

/**
 * All errors in the catalogs of these languages, one line per text, with its locale and key. An `unfinished` catalog
 * may lack texts.
 */
export function textsErrors(locales: readonly Locale[], unfinished: readonly Locale[] = UNFINISHED): string[] {
  const parts = catalogParts()
  const pictures = readJson<Parameters<typeof tellingDescriptions>[0]>('data/picture-keys.json')
  return locales.flatMap((locale) => [
    ...formErrors(locale),
    ...keptErrors(locale, parts),
    ...parts.flatMap((part) => {
      const texts = readCatalog(part, locale)
      const isUnfinished = unfinished.includes(locale)
      const found = [
        ...catalogErrors({ locale, english: readEnglish(part), texts, kept: readKept(locale), isUnfinished }),
        ...(part === 'pictures' && texts ? tellingDescriptions(pictures, texts, locale) : []),
      ]
      return found.map((error) => `${locale} ${error} (${catalogFile(part, locale)})`)
    }),
  ])
}
