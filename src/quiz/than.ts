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

/** The percentage shown with a level: whole, uniform within the level's band, drawn once and then stored. */
export function drawThan(level: Level, random: Random): number {
  const [lowest, highest] = THAN_BANDS[level]
  return lowest + Math.floor(random() * (highest - lowest + 1))
}
