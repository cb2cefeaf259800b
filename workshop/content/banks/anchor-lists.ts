import { readFileSync } from 'node:fs'
import type { ListLevel } from '#quiz/bank.ts'
import { LEVELS, type Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { ROOT } from '#server/files.ts'

/** A published list of words by level. We keep only what it says about our own words. */
type AnchorList = {
  language: Language
  title: string
  version: string
  license: string
  url: string
  /** Our levels for each level of the list: two if the list's level spans both. */
  levels: Record<string, Level[]>
}

/** The lists by the name that anchors use. */
export const ANCHOR_LISTS: Readonly<Record<string, AnchorList>> = JSON.parse(
  readFileSync(new URL('data/anchor-lists.json', ROOT), 'utf8'),
)

/**
 * How many levels above the item a list puts its word. Negative means below, and 0 includes a band that spans the
 * level; undefined if the word isn't listed.
 */
export function listDistance({ list, level }: ListLevel, itemLevel: Level): number | undefined {
  const band = level === null ? undefined : ANCHOR_LISTS[list]?.levels[level]
  if (!band) return undefined
  const distances = band.map((given) => LEVELS.indexOf(given) - LEVELS.indexOf(itemLevel))
  return distances.toSorted((left, right) => Math.abs(left) - Math.abs(right))[0]
}

/** The picture levels of all languages together, and how many words the lists must have at exactly that level. */
export const EQUAL_AIMS: Partial<Record<Level, number>> = { A1: 220, A2: 120 }
