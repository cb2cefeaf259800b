import type { Item } from './bank.ts'
import { type Change, changeBetween, type Estimate, estimateAbility, type ScoredAnswer } from './estimate.ts'
import { LEVELS } from './levels.ts'

/** The area of a question. */
export const AREAS = ['vocabulary', 'grammar'] as const

export type Area = (typeof AREAS)[number]

/** Pictures ask for words; the points of sentences are V1, V2, … and G1, G2, … (data/points). */
export function areaOf({ image, point }: Pick<Item, 'image' | 'point'>): Area {
  return image === '' && point.startsWith('G') ? 'grammar' : 'vocabulary'
}

export type AreaAnswer = ScoredAnswer & { area: Area }

export type Subscore = { asked: number; right: number; estimate: Estimate }

export type Subscores = Record<Area, Subscore> & {
  /** How vocabulary compares with grammar: `chance` if the difference may be just error. */
  vocabularyIs: Change
}

const FEWEST_ANSWERS = 5
/** Half of the scale: a wider band says nothing. */
const WIDEST_BAND = LEVELS.length / 2

function subscore(area: Area, answers: readonly AreaAnswer[]): Subscore {
  const own = answers.filter((answer) => answer.area === area)
  return {
    asked: own.length,
    right: own.filter(({ response }) => response === 'right').length,
    estimate: estimateAbility(own),
  }
}

function tellsSomething({ asked, estimate: { band } }: Subscore): boolean {
  return asked >= FEWEST_ANSWERS && LEVELS.indexOf(band[1]) - LEVELS.indexOf(band[0]) < WIDEST_BAND
}

/**
 * Vocabulary and grammar separately, or null if one of them has too few or too contradictory answers: a subscore is
 * reported only if it adds information (Standards for Educational and Psychological Testing 2014, 1.14).
 */
export function subscores(answers: readonly AreaAnswer[]): Subscores | null {
  const [vocabulary, grammar] = [subscore('vocabulary', answers), subscore('grammar', answers)]
  if (!tellsSomething(vocabulary) || !tellsSomething(grammar)) return null
  return { vocabulary, grammar, vocabularyIs: changeBetween(grammar.estimate, vocabulary.estimate) }
}
