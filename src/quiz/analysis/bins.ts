import { LEVEL_SPACING } from '../estimate.ts'
import { LEVELS } from '../levels.ts'

const WIDTH = LEVEL_SPACING / 2
const LOWEST = (-LEVELS.length / 2) * LEVEL_SPACING

/** Two bands of ability to a level, in logits. */
export const BANDS: readonly { from: number; to: number }[] = Array.from({ length: 2 * LEVELS.length }, (_, index) => ({
  from: Number((LOWEST + index * WIDTH).toFixed(1)),
  to: Number((LOWEST + (index + 1) * WIDTH).toFixed(1)),
}))

/** The index of the band in which an ability lies. */
export function bandOf(theta: number): number {
  return Math.min(Math.max(Math.floor((theta - LOWEST) / WIDTH), 0), BANDS.length - 1)
}

/** Nobody reads a question faster than this: a fast guess (docs/measurement.md). */
export const FAST_MS = 1500

/** Bins that grow by an eighth, from a quarter of a second to eight minutes. */
const SHORTEST_MS = 250
const GROWTH = 1.125
export const TIME_BINS = 65

/** The index of a time's bin. */
export function timeBin(milliseconds: number): number {
  const index = Math.floor(Math.log(Math.max(milliseconds, SHORTEST_MS) / SHORTEST_MS) / Math.log(GROWTH))
  return Math.min(index, TIME_BINS - 1)
}

/** The median of binned times in milliseconds, accurate to a sixteenth. */
export function medianTime(bins: readonly number[]): number {
  const half = bins.reduce((sum, count) => sum + count, 0) / 2
  let below = 0
  const index = bins.findIndex((count) => {
    below += count
    return below >= half
  })
  return Math.round(SHORTEST_MS * GROWTH ** (index + 0.5))
}
