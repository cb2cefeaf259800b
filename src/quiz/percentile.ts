import type { Level } from './levels.ts'
import type { Random } from './random.ts'

/** Specification §4: the percentile that "You scored higher than {percent}%" shows at each level, both ends included. The wire calls it `than`. */
export const PERCENTILE_BANDS: Record<Level, readonly [lowest: number, highest: number]> = {
  A1: [45, 49],
  A2: [55, 59],
  B1: [65, 69],
  B2: [75, 79],
  C1: [85, 89],
  C2: [95, 99],
}

/** Where the percentile comes from: drawn from the specification's bands, or counted from stored results (docs/decisions/024). */
export const PERCENTILE_SOURCES = ['specification', 'observed'] as const

export type PercentileSource = (typeof PERCENTILE_SOURCES)[number]

/** The finished assessments in a language, and how many of them ended below the result in question. */
export type ObservedResults = { finished: number; below: number }

/** The fewest finished assessments to compare with: the standard error of a share is then at most 2.2 points. */
export const OBSERVED_FROM = 500

/** The whole percentage, 0 to 99, of finished assessments (this one included) that ended below it; undefined with fewer than 500 others. */
export function observedPercentile({ finished, below }: ObservedResults): number | undefined {
  return finished < OBSERVED_FROM ? undefined : Math.floor((100 * below) / (finished + 1))
}

/** A whole percentile, uniform within the level's band. The server draws it once and stores it. */
export function drawPercentile(level: Level, random: Random): number {
  const [lowest, highest] = PERCENTILE_BANDS[level]
  return lowest + Math.floor(random() * (highest - lowest + 1))
}
