import { type Level, moveLevel, START_LEVEL } from './levels.ts'

export const ROUND_SIZE = 3
export const ROUNDS = 5
export const TOTAL_QUESTIONS = ROUND_SIZE * ROUNDS

/** Specification §4: fewer than 2 right answers in a round of 3 move one level down, 2 or more one level up. */
function levelAfterRound(level: Level, correctInRound: number): Level {
  return moveLevel(level, correctInRound < 2 ? -1 : 1)
}

function countCorrect(outcomes: readonly boolean[]): number {
  return outcomes.filter(Boolean).length
}

/**
 * The level after the completed rounds among `outcomes` (right or wrong, in the order asked).
 * An unfinished round does not count yet.
 */
export function levelAfter(outcomes: readonly boolean[]): Level {
  let level = START_LEVEL
  for (let end = ROUND_SIZE; end <= outcomes.length; end += ROUND_SIZE) {
    level = levelAfterRound(level, countCorrect(outcomes.slice(end - ROUND_SIZE, end)))
  }
  return level
}

/**
 * Specification §4: the level after the last round plus floor(tally / 15), capped at the top.
 * The tally is the plain count of right answers, so only fifteen of fifteen add a level.
 * @param outcomes all fifteen answers
 */
export function finalLevel(outcomes: readonly boolean[]): Level {
  return moveLevel(levelAfter(outcomes), Math.floor(countCorrect(outcomes) / TOTAL_QUESTIONS))
}
