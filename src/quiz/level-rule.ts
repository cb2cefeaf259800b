import { type Level, MIN_CORRECT_TO_RISE, ROUND_SIZE, START_LEVEL } from './constants.ts'
import { estimateAbility, type ScoredAnswer } from './estimate.ts'
import { moveLevel } from './levels.ts'

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

export type LevelRule = {
  /** The level of the next round, after whole rounds of answers. */
  nextLevel: (answers: readonly ScoredAnswer[]) => Level
  /** The level of the result, after the last answer. */
  finalLevel: (answers: readonly ScoredAnswer[]) => Level
}

const outcomesOf = (answers: readonly ScoredAnswer[]) => answers.map(({ response }) => response === 'right')

/** The specification's rule, and the estimate that can replace it (docs/decisions/018). */
export const LEVEL_RULES = {
  staircase: {
    nextLevel: (answers) => levelAfter(outcomesOf(answers)),
    finalLevel: (answers) => finalLevel(outcomesOf(answers)),
  },
  estimate: {
    nextLevel: (answers) => (answers.length === 0 ? START_LEVEL : estimateAbility(answers).level),
    finalLevel: (answers) => estimateAbility(answers).level,
  },
} as const satisfies Record<string, LevelRule>

export type LevelRuleName = keyof typeof LEVEL_RULES
