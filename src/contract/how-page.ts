import type { PercentileSource } from '#quiz/percentile.ts'
import type { LevelRule } from '#quiz/test-plan.ts'

/** Of simulated takers, as shares (docs/measurement.md). */
export type Accuracy = {
  exact: number
  withinOne: number
  /** From A1 to C2. */
  exactByLevel: number[]
}

/** What "How this test works" shows: the rule in force and how well it does. */
export type HowPageData = {
  rule: LevelRule
  /** Where the percentage comes from, and from how many finished assessments on it is counted. */
  percentileSource: PercentileSource
  observedFrom: number
  takers: number
  accuracy: Accuracy
  /** What a test that knows the true difficulties gets exactly right: the ceiling. */
  ceiling: number
}
