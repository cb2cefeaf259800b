import { type Level, PERCENTILE_BANDS } from './constants.ts'
import type { Random } from './random.ts'

/** A whole percentile, uniform within the level's band. The server draws it once and stores it. */
export function drawPercentile(level: Level, random: Random): number {
  const [lowest, highest] = PERCENTILE_BANDS[level]
  return lowest + Math.floor(random() * (highest - lowest + 1))
}
