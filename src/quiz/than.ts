import type { Level } from './levels.ts'
import type { Random } from './random.ts'

/** Specification §4: the band of "You scored higher than {percent}%" for each level, both ends included. */
export const THAN_BANDS: Record<Level, readonly [lowest: number, highest: number]> = {
  A1: [45, 49],
  A2: [55, 59],
  B1: [65, 69],
  B2: [75, 79],
  C1: [85, 89],
  C2: [95, 99],
}

/** Where the percentage comes from: the specification's bands, or the results there are (docs/decisions/024). */
export const THAN_SOURCES = ['specification', 'observed'] as const

export type ThanSource = (typeof THAN_SOURCES)[number]

/** Finished assessments in a language, and how many of them ended below one more result. */
export type ObservedResults = { finished: number; below: number }

/** The fewest finished assessments to compare with: the standard error of a share is 2.2 points then, or less. */
export const OBSERVED_FROM = 500

/** The whole percentage of the finished assessments, this one among them, that ended below it: 0 to 99; undefined before there are 500 others. */
export function observedThan({ finished, below }: ObservedResults): number | undefined {
  return finished < OBSERVED_FROM ? undefined : Math.floor((100 * below) / (finished + 1))
}

/** The percentage shown with a level: whole, uniform within the level's band, drawn once and then stored. */
export function drawThan(level: Level, random: Random): number {
  const [lowest, highest] = THAN_BANDS[level]
  return lowest + Math.floor(random() * (highest - lowest + 1))
}
