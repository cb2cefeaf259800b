import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { catalogFile, DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { ROOT } from '#server/files.ts'
import { writeOutForms } from './language-forms.ts'

/** Keys and ICU messages. */
export type Catalog = Record<string, string>

/** Languages with unfinished catalogs. Missing texts fall back to English; the others are still checked. */
export const UNFINISHED: readonly Locale[] = []

/** The translated parts of a catalog: the quiz's own texts, and each folder in data/texts. */
export function catalogParts(): string[] {
  const folders = readdirSync(new URL('data/texts/', ROOT), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  return ['quiz', ...folders.map(({ name }) => name).sort()]
}

function readJson(file: string): Catalog | undefined {
  const url = new URL(file, ROOT)
  if (!existsSync(url)) return undefined
  try {
    return JSON.parse(readFileSync(url, 'utf8'))
  } catch (error) {
    throw new Error(`${file} isn't JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** A part in one language with the forms of the tested languages expanded; undefined if it doesn't exist. */
export function readCatalog(part: string, locale: Locale): Catalog | undefined {
  const catalog = readJson(catalogFile(part, locale))
  if (!catalog) return undefined
  return Object.fromEntries(Object.entries(catalog).map(([key, text]) => [key, writeOutForms(locale, text)]))
}

/** The English texts of a part. */
export function readEnglish(part: string): Catalog {
  return readCatalog(part, DEFAULT_LOCALE) ?? {}
}

/** Keys of texts that are the same as in English on purpose, with reasons. */
export function readKept(locale: Locale): Record<string, string> {
  return readJson(`data/texts-kept/${locale}.json`) ?? {}
}

/** A text with its English source; `text` is missing if untranslated. */
export type TextPair = { part: string; key: string; en: string; text: string | undefined }

/** All texts of a language, in the order of the English catalogs. */
export function readPairs(locale: Locale): TextPair[] {
  return catalogParts().flatMap((part) => {
    const texts = readCatalog(part, locale) ?? {}
    return Object.entries(readEnglish(part)).map(([key, en]) => ({ part, key, en, text: texts[key] }))
  })
}
