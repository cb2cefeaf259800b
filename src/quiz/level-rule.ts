import { type Estimate, estimateAbility, type ScoredAnswer } from './estimate.ts'
import type { Level } from './levels.ts'
import { finalLevel, levelAfter } from './staircase.ts'
import { type LevelRule, ROUND_SIZE, START_LEVEL, type TestPlan } from './test-plan.ts'

const SURE = 0.6

function isRight({ response }: ScoredAnswer): boolean {
  return response === 'right'
}

/** The level to draw the next round at, after whole rounds of answers. */
export function nextRoundLevel(rule: LevelRule, answers: readonly ScoredAnswer[]): Level {
  if (rule === 'staircase') return levelAfter(answers.map(isRight))
  return answers.length === 0 ? START_LEVEL : estimateAbility(answers).level
}

export type Verdict = { level: Level; estimate: Estimate }

/**
 * The result after these answers, or null while the rule needs more: the staircase ends with the last planned answer and ignores any
 * beyond it; the estimate adds rounds while no level has 60 % of the posterior (docs/decisions/018).
 */
export function verdict(
  { rule, questions, mostQuestions }: TestPlan,
  answers: readonly ScoredAnswer[],
): Verdict | null {
  if (answers.length < questions) return null
  const counted = answers.slice(0, mostQuestions)
  if (counted.length % ROUND_SIZE !== 0) return null
  const estimate = estimateAbility(counted)
  if (rule === 'staircase') return { level: finalLevel(counted.map(isRight)), estimate }
  const isSure = Math.max(...Object.values(estimate.probabilities)) >= SURE
  return isSure || counted.length === mostQuestions ? { level: estimate.level, estimate } : null
}
