import { readFileSync } from 'node:fs'
import type english from '../../../data/texts/codes/en.json'
import type { InterfaceLanguage } from '../interface-language.ts'

type CodeTextKey = keyof typeof english

const TEXTS = new URL('../../../data/texts/codes/', import.meta.url)
const catalogs = new Map<InterfaceLanguage, Record<string, string>>()

function catalog(locale: InterfaceLanguage): Record<string, string> {
  const known = catalogs.get(locale)
  if (known) return known
  const read = JSON.parse(readFileSync(new URL(`${locale}.json`, TEXTS), 'utf8'))
  catalogs.set(locale, read)
  return read
}

/** A text of the messages that carry a code, in the reader's language. They hold no other value than {code}. */
export function codeText(locale: InterfaceLanguage, key: CodeTextKey, code: string): string {
  return (catalog(locale)[key] ?? key).replaceAll('{code}', code)
}
