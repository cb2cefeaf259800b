import type { Estimate } from '#quiz/estimate.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { agreementOf, countPairs } from '#server/validity/agreement.ts'

/** One method's verdict on one taker; `estimate` if it states its confidence. */
export type Outcome = { truth: Level; level: Level; questions: number; estimate?: Estimate }

const at = (level: Level) => LEVELS.indexOf(level)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const share = (outcomes: readonly Outcome[], holds: (outcome: Outcome) => boolean) =>
  mean(outcomes.map((outcome) => Number(holds(outcome))))

/** How many takers of each true level (rows) were given each level (columns). */
export function confusion(outcomes: readonly Outcome[]): number[][] {
  const counts = LEVELS.map(() => LEVELS.map(() => 0))
  for (const { truth, level } of outcomes) {
    const row = counts[at(truth)] as number[]
    row[at(level)] = (row[at(level)] as number) + 1
  }
  return counts
}

export type Agreement = {
  exact: number
  withinOne: number
  kappa: number
  /** Mean signed error in levels. */
  bias: number
  exactByLevel: number[]
  questions: number
}

/** How well the given levels agree with the true ones. */
export function agreement(outcomes: readonly Outcome[]): Agreement {
  const pairs = outcomes.map(({ truth, level }) => [truth, level] as const)
  const { exact, withinOne, kappa, difference } = agreementOf(countPairs(pairs))
  return {
    ...{ exact, withinOne, kappa, bias: difference },
    exactByLevel: LEVELS.map((each) =>
      share(
        outcomes.filter(({ truth }) => truth === each),
        ({ level }) => level === each,
      ),
    ),
    questions: mean(outcomes.map(({ questions }) => questions)),
  }
}

export type Confidence = {
  /** How often the 80 % band holds the true level. */
  coverage: number
  /** Mean distance, over deciles, between the estimate's confidence in its level and how often it was right. */
  error: number
  tenths: { said: number; was: number; share: number }[]
}

/** The calibration of the estimate's confidence. Only for outcomes with an estimate. */
export function confidence(outcomes: readonly Outcome[]): Confidence {
  const sure = outcomes.flatMap(({ truth, level, estimate }) =>
    estimate ? [{ said: estimate.probabilities[level], isRight: truth === level, truth, band: estimate.band }] : [],
  )
  const tenths = Array.from({ length: 10 }, (_, tenth) =>
    sure.filter(({ said }) => Math.min(Math.floor(said * 10), 9) === tenth),
  )
    .filter((group) => group.length > 0)
    .map((group) => ({
      said: mean(group.map(({ said }) => said)),
      was: mean(group.map(({ isRight }) => Number(isRight))),
      share: group.length / sure.length,
    }))
  return {
    coverage: mean(sure.map(({ truth, band }) => Number(at(truth) >= at(band[0]) && at(truth) <= at(band[1])))),
    error: tenths.reduce((sum, { said, was, share: part }) => sum + part * Math.abs(said - was), 0),
    tenths,
  }
}

/** How often a second attempt gave the same level, and how often one two or more away. */
export function stability(pairs: readonly (readonly [first: Level, second: Level])[]) {
  const distances = pairs.map(([first, second]) => Math.abs(at(first) - at(second)))
  return {
    same: mean(distances.map((distance) => Number(distance === 0))),
    farApart: mean(distances.map((distance) => Number(distance >= 2))),
  }
}
