import { existsSync, readFileSync } from 'node:fs'
import { catalogFile, DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import type english from '../../../data/texts/codes/en.json'

type CodeTextKey = keyof typeof english

const ROOT = new URL('../../../', import.meta.url)
const catalogs = new Map<Locale, Record<string, string>>()

function read(locale: Locale): Record<string, string> {
  const file = new URL(catalogFile('codes', locale), ROOT)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function catalog(locale: Locale): Record<string, string> {
  const known = catalogs.get(locale) ?? { ...read(DEFAULT_LOCALE), ...read(locale) }
  catalogs.set(locale, known)
  return known
}

/** A text of the messages that carry a code, in the reader's language, else in English. They hold no other value than {code}. */
export function codeText(locale: Locale, key: CodeTextKey, code: string): string {
  return (catalog(locale)[key] ?? key).replaceAll('{code}', code)
}
