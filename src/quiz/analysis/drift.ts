import { knownCurve, levelCenter, levelOf, nominalParameters } from '../estimate.ts'
import { BANDS } from './bins.ts'
import type { ItemCounts } from './item-counts.ts'
import type { ItemStatistics } from './item-statistics.ts'

/** The prior standard deviation of an item's difficulty around its level's center, in logits. */
const PRIOR_SD = 2
const SHIFTS: readonly number[] = Array.from({ length: 61 }, (_, index) => (index - 30) / 10)
const SURE_BEYOND = 0.3

/** How many takers in each band would be right if the item were `shift` logits harder than its tag says. */
export function expectedRight({ name, takers, blind }: ItemCounts, shift: number): number[] {
  const nominal = nominalParameters(name.level)
  const curve = knownCurve({ ...nominal, difficulty: nominal.difficulty + shift })
  // A plain loop: each item is asked at 61 shifts, and reduce takes twice as long.
  return BANDS.map((_, band) => {
    let sum = 0
    for (let index = 0; index < curve.length; index++) {
      const at = band * curve.length + index
      const knows = curve[index] as number
      sum += (takers[at] as number) * knows + (blind[at] as number) * (1 - knows)
    }
    return sum
  })
}

/** The log likelihood of the answers, treating the takers of a band as alike. */
function logLikelihood(counts: ItemCounts, shift: number): number {
  return expectedRight(counts, shift).reduce((sum, expected, band) => {
    const answers = counts.bandAnswers[band] as number
    if (answers === 0) return sum
    const right = counts.bandRight[band] as number
    const share = expected / answers
    return sum + right * Math.log(share) + (answers - right) * Math.log(1 - share)
  }, 0)
}

/** The posterior of the shift, and how sure it is that the item is harder, and easier, by more than 0.3 logits. */
export type Drift = NonNullable<ItemStatistics['drift']> & { harder: number; easier: number }

/**
 * How far an item's difficulty lies from its tag, with a normal prior around the tag.
 * @param origin how far the bank's items lie from their tags as a whole, in logits: only the rest is the item's own
 */
export function driftOf(counts: ItemCounts, origin: number): Drift {
  const logs = SHIFTS.map((shift) => logLikelihood(counts, origin + shift) - (shift / PRIOR_SD) ** 2 / 2)
  const highest = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - highest))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = (value: (shift: number) => number) =>
    weights.reduce((sum, weight, index) => sum + (weight / total) * value(SHIFTS[index] as number), 0)
  const logits = mean((shift) => shift)
  return {
    logits,
    standardError: Math.sqrt(mean((shift) => (shift - logits) ** 2)),
    suggestedLevel: levelOf(levelCenter(counts.name.level) + logits),
    harder: mean((shift) => Number(shift > SURE_BEYOND)),
    easier: mean((shift) => Number(shift < -SURE_BEYOND)),
  }
}

/**
 * How much steeper than expected right answers rise with ability, in standard errors, once the item's own difficulty is
 * taken into account: the score test of its discrimination on bands of ability.
 */
export function slopeResidualOf(counts: ItemCounts, shift: number): number | null {
  const bands = expectedRight(counts, shift).flatMap((expected, band) => {
    const answers = counts.bandAnswers[band] as number
    if (answers === 0) return []
    const theta = (counts.bandSum[band] as number) / answers
    const residual = (counts.bandRight[band] as number) - expected
    return [{ theta, residual, variance: expected * (1 - expected / answers) }]
  })
  const variance = bands.reduce((sum, band) => sum + band.variance, 0)
  const center = bands.reduce((sum, band) => sum + band.variance * band.theta, 0) / variance
  const spread = bands.reduce((sum, band) => sum + band.variance * (band.theta - center) ** 2, 0)
  if (!(spread > 0)) return null
  return bands.reduce((sum, band) => sum + band.residual * (band.theta - center), 0) / Math.sqrt(spread)
}
