import type { LevelRule } from '#quiz/test-plan.ts'
import type { ThanSource } from '#quiz/than.ts'

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
  thanSource: ThanSource
  observedFrom: number
  takers: number
  accuracy: Accuracy
  /** What a test that knows the true difficulties gets exactly right: the ceiling. */
  ceiling: number
}
