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

/** A whole percentile, uniform within the level's band. The server draws it once and stores it. */
export function drawPercentile(level: Level, random: Random): number {
  const [lowest, highest] = PERCENTILE_BANDS[level]
  return lowest + Math.floor(random() * (highest - lowest + 1))
}
