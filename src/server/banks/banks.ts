import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Bank, type Item, requireLargeEnough } from '#quiz/bank.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { type LevelRule, testPlan } from '#quiz/test-plan.ts'

const FOLDER = new URL('../../../data/banks/', import.meta.url)

export type Banks = Record<Language, Bank>

const versions = new WeakMap<Item, string>()

/**
 * The version of an item is a hash of its content, which separates answers before a correction from those after it. Fields that only decide
 * which items share a test with it, and the reading, are not part of the hash.
 */
export function itemVersion(item: Item): string {
  const known = versions.get(item)
  if (known) return known
  const { topic: _topic, enemies: _enemies, reading: _reading, ...content } = item
  const version = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12)
  versions.set(item, version)
  return version
}

/**
 * The banks of all languages, checked to be large enough for the rule.
 * @throws Error if a bank is missing, unreadable or too small for some test
 */
export function loadBanks(rule: LevelRule = 'staircase'): Banks {
  const entries = LANGUAGES.map((language) => {
    const bank: Bank = JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'))
    requireLargeEnough(bank, language, testPlan(rule))
    return [language, bank] as const
  })
  return Object.fromEntries(entries) as Banks
}
