import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { catalogFile, DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'

/** Keys and ICU messages. */
export type Catalog = Record<string, string>

/** Languages with unfinished catalogs: missing texts fall back to English. The rest is still checked. */
export const UNFINISHED: readonly Locale[] = []

const ROOT = new URL('../../', import.meta.url)

/** Texts for staff, in English only (docs/decisions/024). */
const STAFF_PART = 'insights'

/** The parts of a catalog that are translated: the quiz's own texts and each folder below data/texts. */
export function catalogParts(): string[] {
  const folders = readdirSync(new URL('data/texts/', ROOT), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== STAFF_PART,
  )
  return ['quiz', ...folders.map(({ name }) => name).sort()]
}

function readJson(file: string): Catalog | undefined {
  const url = new URL(file, ROOT)
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : undefined
}

/** A part in one language, straight from its file; undefined if there is none. */
export function readCatalog(part: string, locale: Locale): Catalog | undefined {
  return readJson(catalogFile(part, locale))
}

/** The English texts of a part. */
export function readEnglish(part: string): Catalog {
  return readCatalog(part, DEFAULT_LOCALE) ?? {}
}

/** Keys whose text is meant to equal the English, each with the reason. */
export function readKept(locale: Locale): Record<string, string> {
  return readJson(`data/texts-kept/${locale}.json`) ?? {}
}

/** The content a reader reads: keys and texts of a part, regardless of their order in the file. */
export function catalogHash(catalog: Catalog): string {
  const texts = Object.entries(catalog).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
}
