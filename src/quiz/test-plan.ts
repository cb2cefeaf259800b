import type { Level } from './levels.ts'

/** The shape of a test (Specification §4). Everything that counts rounds or questions takes its figures from here. */
export const ROUND_SIZE = 3
const ROUNDS = 5
export const QUESTIONS = ROUNDS * ROUND_SIZE
export const START_LEVEL: Level = 'B1'

/** Two rules for the next round and the level: the specification's staircase, and the estimate (docs/decisions/018). */
export const LEVEL_RULES = ['staircase', 'estimate'] as const

export type LevelRule = (typeof LEVEL_RULES)[number]

/** A position in a test, as a path pattern. */
export const POSITION_PATTERN = `^(${Array.from({ length: QUESTIONS }, (_, index) => index + 1).join('|')})$`
