import { LEVELS, type Level } from './levels.ts'

/** How an answer counts as evidence: "I don't know" and a wrong pick are not the same (docs/decisions/018). */
export type Response = 'right' | 'wrong' | 'unknown'

/** Difficulty in logits on the ability scale, discrimination per logit. */
export type ItemParameters = { difficulty: number; discrimination: number }

/** The distance in logits between the centres of neighbouring levels. */
export const LEVEL_SPACING = 1.2

const NOMINAL_DISCRIMINATION = 1.2
const OPTIONS = 4
const LOWEST_CUT = -(LEVELS.length / 2 - 1) * LEVEL_SPACING

/** The ability in the middle of a level, in logits: B1 and B2 lie on both sides of 0. */
export function levelCentre(level: Level): number {
  return LOWEST_CUT + (LEVELS.indexOf(level) - 0.5) * LEVEL_SPACING
}

/** The level in whose interval an ability lies. The cuts are midway between the centres (docs/decisions/018). */
export function levelOf(theta: number): Level {
  const index = Math.floor((theta - LOWEST_CUT) / LEVEL_SPACING) + 1
  return LEVELS[Math.min(Math.max(index, 0), LEVELS.length - 1)] as Level
}

/** What an item that nobody has calibrated is taken for: the centre of its level, with an ordinary discrimination. */
export function nominalParameters(level: Level): ItemParameters {
  return { difficulty: levelCentre(level), discrimination: NOMINAL_DISCRIMINATION }
}

/** The probability that somebody of this ability knows the answer: the two-parameter logistic model. */
export function probabilityKnown(theta: number, { difficulty, discrimination }: ItemParameters): number {
  return 1 / (1 + Math.exp(-discrimination * (theta - difficulty)))
}

/**
 * The probability of a response by somebody who does not know the answer: with probability `guessRate` a blind pick among the four
 * options, else "I don't know". Who knows the answer gives it.
 */
export function blindProbability(response: Response, guessRate: number): number {
  if (response === 'right') return guessRate / OPTIONS
  if (response === 'wrong') return (guessRate * (OPTIONS - 1)) / OPTIONS
  return 1 - guessRate
}
