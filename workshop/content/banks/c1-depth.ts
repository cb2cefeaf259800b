import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { listDistance } from './anchor-lists.ts'

/** How many forms the corpus ranks. */
export const CORPUS_RANKS = 50_000

/** How deep C1 goes: the minimum share of its words on a list that reaches C1, or the band of their median rank. */
export const C1_DEPTH = { listed: 0.5, from: 20_000, to: CORPUS_RANKS } as const

/** Languages whose words aren't ranked, since their lists reach C1. */
const LISTED: readonly Language[] = ['chinese', 'japanese', 'korean']

type Depth = {
  words: number
  /** Words on the list at C1 or one level off; undefined if ranks count. */
  listed?: number
  /** A word beyond all ranks counts as the next rank; undefined if the list counts. */
  medianRank?: number
  isInBand: boolean
}

function medianOf(ranks: readonly number[]): number {
  const sorted = ranks.toSorted((left, right) => left - right)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** How deep the C1 keys that are words go. */
export function c1Depth(language: Language, items: readonly Item[]): Depth {
  const anchors = items.flatMap(({ level, anchor }) => (level === 'C1' && anchor ? [anchor] : []))
  const words = anchors.length
  if (LISTED.includes(language)) {
    const distances = anchors.map((anchor) => ('list' in anchor ? listDistance(anchor, 'C1') : undefined))
    const listed = distances.filter((distance) => distance !== undefined && Math.abs(distance) <= 1).length
    return { words, listed, isInBand: listed >= C1_DEPTH.listed * words }
  }
  const ranks = anchors.flatMap((anchor) => ('corpus' in anchor ? [anchor.rank ?? CORPUS_RANKS + 1] : []))
  const medianRank = medianOf(ranks)
  return { words, medianRank, isInBand: medianRank >= C1_DEPTH.from && medianRank <= C1_DEPTH.to }
}
