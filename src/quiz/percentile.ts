import type { Level } from './levels.ts'
import type { Random } from './random.ts'

/**
 * Specification §4: the percentile that "You scored higher than {percent}%" shows at each level, both ends included.
 */
export const PERCENTILE_BANDS: Record<Level, readonly [lowest: number, highest: number]> = {
  A1: [45, 49],
  A2: [55, 59],
  B1: [65, 69],
  B2: [75, 79],
  C1: [85, 89],
  C2: [95, 99],
}

/**
 * Where the percentile comes from: drawn from the specification's bands, or counted from stored results
 * (docs/decisions/024).
 */
export const PERCENTILE_SOURCES = ['specification', 'observed'] as const

export type PercentileSource = (typeof PERCENTILE_SOURCES)[number]

/** How often a result was reached in a language; `score` is the ability in tenths of a logit. */
export type ResultCount = { level: Level; score: number; finished: number }

/** The precision to which results of one level are told apart. */
export const toScore = (theta: number) => Math.round(theta * 10)

/** A percentile and the number of results it was computed from; null if it was drawn from the level's band. */
export type Rank = { percentile: number; percentileOf: number | null }

/** The fewest finished attempts to compare with: the standard error of a share is then at most 2.2 points. */
export const OBSERVED_FROM = 500

/**
 * The whole percentage, 0 to 99, of finished attempts (this one included) that ended below this result: on a lower
 * level, or on the same with a lower score if there is a theta. Undefined with fewer than 500 others.
 */
export function observedRank(
  results: readonly ResultCount[],
  { level, theta }: { level: Level; theta: number | undefined },
): Rank | undefined {
  const score = theta === undefined ? Number.NEGATIVE_INFINITY : toScore(theta)
  const sum = (counts: readonly ResultCount[]) => counts.reduce((all, { finished }) => all + finished, 0)
  const others = sum(results)
  if (others < OBSERVED_FROM) return undefined
  const below = sum(results.filter((one) => one.level < level || (one.level === level && one.score < score)))
  return { percentile: Math.floor((100 * below) / (others + 1)), percentileOf: others }
}

/** A whole percentile, uniform within the level's band. The server draws it once and stores it. */
export function drawPercentile(level: Level, random: Random): number {
  const [lowest, highest] = PERCENTILE_BANDS[level]
  return lowest + Math.floor(random() * (highest - lowest + 1))
}
