import { readFileSync } from 'node:fs'
import type { Item } from '#quiz/bank.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'

type Names = Record<string, Record<string, string>>

const points = new Map<Language, Names>(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`../../../data/points/${language}.json`, import.meta.url), 'utf8')),
  ]),
)

/** What an item is about, in words (English, data/points). */
export function pointName(
  language: Language,
  { image, level, point }: Pick<Item, 'image' | 'level' | 'point'>,
): string {
  return points.get(language)?.[image ? 'picture' : level]?.[point] ?? ''
}
