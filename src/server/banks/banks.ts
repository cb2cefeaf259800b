import { createHash } from 'node:crypto'
import { type Bank, type Item, requireLargeEnough } from '#quiz/bank.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { readJson } from '../files.ts'

export type Banks = Record<Language, Bank>

const versions = new WeakMap<Item, string>()

/**
 * An item's version is a hash of everything that visitors see or that affects the score, so answers before and after a
 * correction stay separate. Explanations, and the data that decide which items share a test with it, may change without
 * a new version.
 */
export function itemVersion(item: Item): string {
  const computed = versions.get(item)
  if (computed) return computed
  const { id, level, question, correct, incorrect, image, point } = item
  const content = JSON.stringify({ id, level, question, correct, incorrect, image, point })
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
  versions.set(item, version)
  return version
}

/**
 * The banks of all languages.
 * @throws Error if one is missing, unreadable, or too small for some test
 */
export function readBanks(): Banks {
  const banks = Object.fromEntries(
    LANGUAGES.map((language) => [language, readJson<Bank>(`data/banks/${language}.json`)]),
  ) as Banks
  for (const language of LANGUAGES) requireLargeEnough(banks[language], language)
  return banks
}
