import { LEVELS, type Level } from '#quiz/constants.ts'
import type { Estimate } from '#quiz/estimate.ts'

/** One method's level for one test taker, with its estimate if it has one. */
export type Outcome = { truth: Level; level: Level; estimate?: Estimate }

const at = (level: Level) => LEVELS.indexOf(level)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const shareOf = <Value>(values: readonly Value[], holds: (value: Value) => boolean) =>
  mean(values.map((value) => Number(holds(value))))

export type Agreement = {
  exact: number
  withinOne: number
  /** Mean signed error in levels. */
  bias: number
  exactByLevel: number[]
  /** How often the 80% band includes the true level; null without estimates. */
  coverage: number | null
}

/** How well a method's levels agree with the true ones. */
export function agreement(outcomes: readonly Outcome[]): Agreement {
  const isExact = ({ truth, level }: Outcome) => truth === level
  const errors = outcomes.map(({ truth, level }) => at(level) - at(truth))
  const bands = outcomes.flatMap(({ truth, estimate }) => (estimate ? [{ truth, band: estimate.band }] : []))
  return {
    exact: shareOf(outcomes, isExact),
    withinOne: shareOf(errors, (error) => Math.abs(error) <= 1),
    bias: mean(errors),
    exactByLevel: LEVELS.map((each) =>
      shareOf(
        outcomes.filter(({ truth }) => truth === each),
        isExact,
      ),
    ),
    coverage:
      bands.length === 0
        ? null
        : shareOf(bands, ({ truth, band }) => at(truth) >= at(band[0]) && at(truth) <= at(band[1])),
  }
}

/** How often a second attempt gave the same level, and how often a level at least two away. */
export function stability(pairs: readonly (readonly [first: Level, second: Level])[]) {
  const distances = pairs.map(([first, second]) => Math.abs(at(first) - at(second)))
  return { same: shareOf(distances, (distance) => distance === 0), farApart: shareOf(distances, (each) => each >= 2) }
}
