import { type Level, MIN_CORRECT_TO_RISE, QUESTIONS, ROUND_SIZE, START_LEVEL } from './constants.ts'
import { type Estimate, estimateAbility, type ScoredAnswer } from './estimate.ts'
import { moveLevel } from './levels.ts'

/** Two rules for the next round and the level: the specification's staircase, and the estimate (docs/decisions/018). */
export const LEVEL_RULES = ['staircase', 'estimate'] as const

export type LevelRule = (typeof LEVEL_RULES)[number]

/** Specification §4: fewer than 2 right answers in a round of 3 move one level down, 2 or more one level up. */
function levelAfterRound(level: Level, correctInRound: number): Level {
  return moveLevel(level, correctInRound < MIN_CORRECT_TO_RISE ? -1 : 1)
}

function countCorrect(outcomes: readonly boolean[]): number {
  return outcomes.filter(Boolean).length
}

/**
 * The level after the completed rounds among `outcomes` (right or wrong, in the order asked). An unfinished round
 * doesn't count yet.
 */
export function levelAfter(outcomes: readonly boolean[]): Level {
  let level = START_LEVEL
  for (let end = ROUND_SIZE; end <= outcomes.length; end += ROUND_SIZE) {
    level = levelAfterRound(level, countCorrect(outcomes.slice(end - ROUND_SIZE, end)))
  }
  return level
}

/**
 * Specification §4: the level after the last round plus floor(tally / questions), capped at the top.
 * The tally counts right answers, so only a perfect test adds a level.
 * @param outcomes every answer of the test
 */
export function finalLevel(outcomes: readonly boolean[]): Level {
  return moveLevel(levelAfter(outcomes), Math.floor(countCorrect(outcomes) / outcomes.length))
}

function isRight({ response }: ScoredAnswer): boolean {
  return response === 'right'
}

/** The level of the next round, after whole rounds of answers. */
export function nextRoundLevel(rule: LevelRule, answers: readonly ScoredAnswer[]): Level {
  if (rule === 'staircase') return levelAfter(answers.map(isRight))
  return answers.length === 0 ? START_LEVEL : estimateAbility(answers).level
}

export type Verdict = { level: Level; estimate: Estimate }

/** The result after these answers, or null before the last. Staircase results include the estimate too. */
export function verdict(rule: LevelRule, answers: readonly ScoredAnswer[]): Verdict | null {
  if (answers.length < QUESTIONS) return null
  const estimate = estimateAbility(answers)
  return { level: rule === 'staircase' ? finalLevel(answers.map(isRight)) : estimate.level, estimate }
}
