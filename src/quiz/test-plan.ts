import type { Level } from './levels.ts'

/** The shape of a test (Specification §4). Everything that counts rounds or questions takes its figures from here. */
const ROUNDS = 5
export const ROUND_SIZE = 3
export const START_LEVEL: Level = 'B1'

/**
 * Two rules for the next round and the level: the specification's staircase, the default, and the estimate, which may
 * add rounds (docs/decisions/018).
 */
export const LEVEL_RULES = ['staircase', 'estimate'] as const

export type LevelRule = (typeof LEVEL_RULES)[number]

/** The rules of new tests, in the order of `LEVEL_RULES`, each with its share of the visitors; they add up to 1. */
export type RuleShares = readonly { readonly rule: LevelRule; readonly share: number }[]

/** The rule of the visitor at this point of [0, 1). Where shares change, only visitors between the cuts change. */
export function ruleAt(shares: RuleShares, point: number): LevelRule {
  let end = 0
  for (const { rule, share } of shares) {
    end += share
    if (point < end) return rule
  }
  return (shares.at(-1) as RuleShares[number]).rule
}

const FURTHER_ROUNDS: Record<LevelRule, number> = { staircase: 0, estimate: 2 }

/** An attempt keeps its plan from start to end, even if new tests are planned differently by then. */
export type TestPlan = {
  rule: LevelRule
  /** The number of questions every taker gets. */
  questions: number
  /** The same with all further rounds. */
  mostQuestions: number
}

/** The plan of a new test, or of a stored one with `questions`. */
export function testPlan(rule: LevelRule, questions = ROUNDS * ROUND_SIZE): TestPlan {
  return { rule, questions, mostQuestions: questions + FURTHER_ROUNDS[rule] * ROUND_SIZE }
}

/** The questions that every taker of a new test gets. */
export const QUESTIONS = testPlan('staircase').questions

/**
 * The most questions a new test can have under any rule. When shortening the test, make sure that open attempts, up to
 * a day old, still fit.
 */
export const MOST_QUESTIONS = Math.max(...LEVEL_RULES.map((rule) => testPlan(rule).mostQuestions))

/** A position in a test, as a path pattern. */
export const POSITION_PATTERN = `^(${Array.from({ length: MOST_QUESTIONS }, (_, index) => index + 1).join('|')})$`
