import { FEWEST_PEOPLE } from '#quiz/level-claim.ts'
import { LEVELS } from '#quiz/levels.ts'
import type { Random } from '#quiz/random.ts'
import type { RetestPair } from '../db/tables/validity.ts'
import { bootstrap, type Figure, shareOf } from './interval.ts'
import { METHODS, type Method } from './measured.ts'

/** How much alike two attempts of the same people are. */
export type Retests = Record<Method, { same: Figure; twoApart: Figure }> & {
  n: number
  /** The estimate's standard error of measurement in logits: the spread of the differences over the root of two. */
  error: Figure
  /** What the estimates say that it is: the root of their mean squared error. */
  statedError: number
}

/** Differences are counted in hundredths of a logit, so that as many people can be drawn again quickly. */
const STEPS_PER_LOGIT = 100

function errorOf(pairs: readonly RetestPair[], random: Random): Figure {
  const byDifference = new Map<number, number>()
  for (const { first, second } of pairs) {
    const difference = Math.round((second.estimate.theta - first.estimate.theta) * STEPS_PER_LOGIT)
    byDifference.set(difference, (byDifference.get(difference) ?? 0) + 1)
  }
  const differences = [...byDifference.keys()]
  const spread = (counts: readonly number[]) => {
    const n = counts.reduce((sum, count) => sum + count, 0)
    const mean = counts.reduce((sum, count, index) => sum + count * (differences[index] as number), 0) / n
    const squares = counts.reduce((sum, count, index) => sum + count * ((differences[index] as number) - mean) ** 2, 0)
    return { error: Math.sqrt(squares / (n - 1) / 2) / STEPS_PER_LOGIT }
  }
  return bootstrap([...byDifference.values()], spread, random).error as Figure
}

/** What pairs of attempts say; null for fewer than `FEWEST_PEOPLE`. */
export function measureRetests(pairs: readonly RetestPair[], random: Random): Retests | null {
  const n = pairs.length
  if (n < FEWEST_PEOPLE) return null
  const distancesBy = (method: Method) =>
    pairs.map(({ first, second }) => {
      const [one, other] = [first, second].map(({ level, estimate }) =>
        LEVELS.indexOf(method === 'headline' ? level : estimate.level),
      ) as [number, number]
      return Math.abs(one - other)
    })
  const [headline, estimate] = METHODS.map((method) => {
    const distances = distancesBy(method)
    const share = (holds: (distance: number) => boolean) => shareOf(distances.filter(holds).length, n)
    return { same: share((distance) => distance === 0), twoApart: share((distance) => distance >= 2) }
  }) as [Retests['headline'], Retests['estimate']]
  const squares = pairs.flatMap(({ first, second }) => [first, second].map((each) => each.estimate.standardError ** 2))
  return {
    n,
    headline,
    estimate,
    error: errorOf(pairs, random),
    statedError: Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length),
  }
}
