import { QUESTIONS } from './constants.ts'

/** Two rules for the next round and the level: the specification's staircase, and the estimate (docs/decisions/018). */
export const LEVEL_RULES = ['staircase', 'estimate'] as const

export type LevelRule = (typeof LEVEL_RULES)[number]

/** A position in a test, as a path pattern. */
export const POSITION_PATTERN = `^(${Array.from({ length: QUESTIONS }, (_, index) => index + 1).join('|')})$`
