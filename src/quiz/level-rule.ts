import { type Estimate, estimateAbility, type ScoredAnswer } from './estimate.ts'
import { type Level, START_LEVEL } from './levels.ts'
import { finalLevel, levelAfter, ROUND_SIZE, TOTAL_QUESTIONS } from './staircase.ts'

/**
 * Two ways from answers to the next round and the level: the specification's staircase, which is the default, and the estimate
 * (docs/decisions/018). An assessment keeps the rule it began with.
 */
export const LEVEL_RULES = ['staircase', 'estimate'] as const

export type LevelRule = (typeof LEVEL_RULES)[number]

const FURTHER_ROUNDS = 2
const SURE = 0.6

/** The most questions any assessment has. */
export const MOST_QUESTIONS = TOTAL_QUESTIONS + FURTHER_ROUNDS * ROUND_SIZE

/** How many questions an assessment under this rule has at most. */
export function mostQuestions(rule: LevelRule): number {
  return rule === 'staircase' ? TOTAL_QUESTIONS : MOST_QUESTIONS
}

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
 * The result after these answers, or null while the rule asks on: the staircase ends with the fifteenth answer, whatever comes after it;
 * the estimate goes on for up to two rounds while no level has 60 % of the posterior.
 */
export function verdict(rule: LevelRule, answers: readonly ScoredAnswer[]): Verdict | null {
  if (answers.length < TOTAL_QUESTIONS) return null
  const counted = answers.slice(0, mostQuestions(rule))
  if (counted.length % ROUND_SIZE !== 0) return null
  const estimate = estimateAbility(counted)
  if (rule === 'staircase') return { level: finalLevel(counted.map(isRight)), estimate }
  const isSure = Math.max(...Object.values(estimate.probabilities)) >= SURE
  return isSure || counted.length === MOST_QUESTIONS ? { level: estimate.level, estimate } : null
}
