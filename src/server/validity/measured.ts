import { FEWEST_PEOPLE } from '#quiz/level-claim.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import type { Random } from '#quiz/random.ts'
import type { ClaimRow } from '../db/tables/validity.ts'
import { type Agreement, agreementWithIntervals, type ConfusionCounts, countPairs } from './agreement.ts'
import { bootstrap, type Figure } from './interval.ts'

/** What the field asks of a placement test. */
export const LIMITS = { exact: 0.7, withinOne: 0.95 } as const

/** `open`: an interval still holds the limit. */
export type Verdict = 'go' | 'no_go' | 'open'

/** Whether agreement reaches both limits for sure, misses one for sure, or neither. */
function verdictOf({ exact, withinOne }: Pick<Agreement, 'exact' | 'withinOne'>): Verdict {
  if (exact.low >= LIMITS.exact && withinOne.low >= LIMITS.withinOne) return 'go'
  return exact.high < LIMITS.exact || withinOne.high < LIMITS.withinOne ? 'no_go' : 'open'
}

/** A way to a level from the same answers. */
export const METHODS = ['headline', 'estimate'] as const

export type Method = (typeof METHODS)[number]

export type MethodMeasured = Agreement & {
  verdict: Verdict
  /** By level known, then by level given; null where fewer than `FEWEST_PEOPLE` people know that level. */
  confusion: (number[] | null)[]
}

/** How well the levels of some people agree with those that they know. */
export type Measured = Record<Method, MethodMeasured> & {
  n: number
  /** The estimate's shares less the headline's, for the same people. */
  gain: { exact: Figure; withinOne: Figure }
}

/** A row with a known level. */
export type KnownRow = ClaimRow & { known: NonNullable<ClaimRow['known']> }

/** The level by one of the two methods. */
function levelBy(method: Method, { level, estimate }: KnownRow): Level {
  return method === 'headline' ? level : estimate.level
}

function shownRows(counts: ConfusionCounts): (number[] | null)[] {
  return LEVELS.map((_, index) => {
    const row = counts.slice(index * LEVELS.length, (index + 1) * LEVELS.length)
    return row.reduce((sum, count) => sum + count, 0) < FEWEST_PEOPLE ? null : row
  })
}

const distance = (one: Level, other: Level) => Math.abs(LEVELS.indexOf(one) - LEVELS.indexOf(other))

/** The share of people within `steps` of the known level by the estimate, less that by the headline. */
function gainWithin(rows: readonly KnownRow[], steps: number, random: Random): Figure {
  const counts = [0, 0, 0]
  for (const row of rows) {
    const [headline, estimate] = METHODS.map((method) => distance(levelBy(method, row), row.known.level) <= steps)
    const outcome = Number(estimate) - Number(headline) + 1
    counts[outcome] = (counts[outcome] as number) + 1
  }
  const gainOf = ([lost = 0, same = 0, won = 0]: readonly number[]) => ({ gain: (won - lost) / (lost + same + won) })
  return bootstrap(counts, gainOf, random).gain as Figure
}

/** Both methods beside what the people know; null for fewer than `FEWEST_PEOPLE`. */
export function measure(rows: readonly KnownRow[], random: Random): Measured | null {
  if (rows.length < FEWEST_PEOPLE) return null
  const measured = (method: Method): MethodMeasured => {
    const counts = countPairs(rows.map((row) => [row.known.level, levelBy(method, row)] as const))
    const agreement = agreementWithIntervals(counts, random)
    return { ...agreement, verdict: verdictOf(agreement), confusion: shownRows(counts) }
  }
  return {
    n: rows.length,
    headline: measured('headline'),
    estimate: measured('estimate'),
    gain: { exact: gainWithin(rows, 0, random), withinOne: gainWithin(rows, 1, random) },
  }
}
