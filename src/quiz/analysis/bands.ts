import { LEVELS } from '../levels.ts'
import { LEVEL_SPACING } from '../response-model.ts'

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
