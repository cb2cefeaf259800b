import { FEWEST_PEOPLE } from '#quiz/level-claim.ts'
import { LEVELS } from '#quiz/levels.ts'
import { LEVEL_RULES, type LevelRule } from '#quiz/test-plan.ts'
import type { ClaimRow, RetestPair, RuleCompletion } from '../db/tables/validity.ts'
import { type Figure, shareOf } from './interval.ts'
import { firstOfEach } from './rows.ts'

/** What two rules are compared by. All are shares of people, by the headline. */
const ARM_MEASURES = ['exact', 'withinOne', 'sameAgain', 'twoApart', 'completed', 'fits'] as const

export type ArmMeasure = (typeof ARM_MEASURES)[number]

/** A share in an arm: of how many people. */
export type ArmShare = { share: Figure; n: number }

type ArmComparison = {
  measure: ArmMeasure
  /** By the first rule and by the other. */
  shares: readonly [ArmShare, ArmShare]
  /** The other's share less the first's. */
  difference: Figure
}

/** Two rules that an experiment drew. */
export type Arms = {
  rules: readonly [LevelRule, LevelRule]
  comparisons: ArmComparison[]
  /**
   * How many more people with a certificate each arm needs before the exact shares decide; null while nobody can tell,
   * because an arm has fewer than `FEWEST_PEOPLE`.
   */
  missing: number | null
}

type Count = { part: number; whole: number }

const countOf = <Row>(rows: readonly Row[], holds: (row: Row) => boolean): Count => ({
  part: rows.filter(holds).length,
  whole: rows.length,
})

/**
 * The difference of two independent shares with its 95 % interval: Newcombe (1998), Statistics in Medicine 17, method
 * 10, from Wilson's intervals of both.
 */
export function differenceOf(one: Figure, other: Figure): Figure {
  const value = other.value - one.value
  const low = value - Math.hypot(other.value - other.low, one.high - one.value)
  const high = value + Math.hypot(other.high - other.value, one.value - one.low)
  return { value, low, high }
}

/** Both tails of 5 %, and 80 % power. */
const Z_ALPHA = 1.96
const Z_POWER = 0.84

/** A smaller difference decides nothing. */
export const LEAST_DIFFERENCE = 0.05

/**
 * The people an arm needs to tell two shares apart, at 5 % and with a power of 80 %: Fleiss, Levin and Paik (2003),
 * Statistical Methods for Rates and Proportions, 4.14. Shares less than `LEAST_DIFFERENCE` apart count as so far apart.
 */
export function peopleNeeded(one: number, other: number): number {
  const distance = Math.max(Math.abs(one - other), LEAST_DIFFERENCE)
  const middle = (one + other) / 2
  // As far apart on both sides, and never beyond certainty.
  const [low, high] = [Math.max(middle - distance / 2, 0), Math.min(middle + distance / 2, 1)]
  const spread = (share: number) => share * (1 - share)
  const root = Z_ALPHA * Math.sqrt(2 * spread((low + high) / 2)) + Z_POWER * Math.sqrt(spread(low) + spread(high))
  return Math.ceil((root / (high - low)) ** 2)
}

const distance = (one: ClaimRow['level'], other: ClaimRow['level']) =>
  Math.abs(LEVELS.indexOf(one) - LEVELS.indexOf(other))

/** What an arm's people say and do. */
function countsOf(
  rule: LevelRule,
  rows: readonly ClaimRow[],
  pairs: readonly RetestPair[],
  completions: readonly RuleCompletion[],
): Record<ArmMeasure, Count> {
  const isOfArm = (result: Pick<ClaimRow, 'rule' | 'isRuleDrawn'>) => result.isRuleDrawn && result.rule === rule
  const own = rows.filter(isOfArm)
  const certified = firstOfEach(own.filter(({ known }) => known?.source === 'certificate'))
  const off = ({ level, known }: ClaimRow) => distance(level, known?.level ?? level)
  const again = firstOfEach(pairs.filter(({ first, second }) => isOfArm(first) && isOfArm(second)))
  const apart = ({ first, second }: RetestPair) => distance(first.level, second.level)
  const { begun, finished } = completions.find((each) => each.rule === rule) ?? { begun: 0, finished: 0 }
  return {
    exact: countOf(certified, (row) => off(row) === 0),
    withinOne: countOf(certified, (row) => off(row) <= 1),
    sameAgain: countOf(again, (pair) => apart(pair) === 0),
    twoApart: countOf(again, (pair) => apart(pair) >= 2),
    completed: { part: finished, whole: begun },
    fits: countOf(firstOfEach(own.filter(({ fit }) => fit !== null)), ({ fit }) => fit === 'about_right'),
  }
}

/**
 * Each rule beside the first one that an experiment drew; none where it drew fewer than two.
 * @param rows the attempts with claims or verdicts, by any rule
 */
export function compareArms(
  rows: readonly ClaimRow[],
  pairs: readonly RetestPair[],
  completions: readonly RuleCompletion[],
): Arms[] {
  const [control, ...others] = LEVEL_RULES.filter((rule) => completions.some((each) => each.rule === rule))
  if (!control) return []
  const first = countsOf(control, rows, pairs, completions)
  return others.map((other) => {
    const second = countsOf(other, rows, pairs, completions)
    const comparisons = ARM_MEASURES.flatMap((measure): ArmComparison[] => {
      const counts = [first[measure], second[measure]] as const
      if (counts.some(({ whole }) => whole < FEWEST_PEOPLE)) return []
      const shares = counts.map(({ part, whole }) => ({ share: shareOf(part, whole), n: whole }))
      const [one, two] = shares as [ArmShare, ArmShare]
      return [{ measure, shares: [one, two], difference: differenceOf(one.share, two.share) }]
    })
    const exact = comparisons.find(({ measure }) => measure === 'exact')?.shares
    const fewest = Math.min(first.exact.whole, second.exact.whole)
    const missing = exact && Math.max(peopleNeeded(exact[0].share.value, exact[1].share.value) - fewest, 0)
    return { rules: [control, other], comparisons, missing: missing ?? null }
  })
}
