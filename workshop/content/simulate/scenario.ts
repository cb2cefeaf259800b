import type { Bank, Item } from '#quiz/bank.ts'
import { LEVELS, type Level } from '#quiz/constants.ts'
import { LEVEL_SPACING, type Response } from '#quiz/estimate.ts'

/** The truth about test takers and items, which the estimate doesn't know. */
export type Scenario = {
  name: string
  /** Logits between the centers of adjacent levels; the estimate assumes 1.2. */
  spacing: number
  /** The share of unknown questions that test takers guess. `split`: half of them guess every time and half never. */
  guessing: number | 'split'
  /** The standard deviation of the items' difficulties within their level. */
  spread: number
  /** The share of items that are tagged one level off. */
  mistagged: number
  /** The standard deviation of the levels' true centers around the assumed ones. */
  centerError: number
  /** Whether to simulate the maximum-information test, too, which takes most of the time. */
  hasPeer: boolean
}

export const BASE: Scenario = {
  name: 'base',
  spacing: LEVEL_SPACING,
  guessing: 0.5,
  spread: 0.4,
  mistagged: 0,
  centerError: 0,
  hasPeer: true,
}

const MISFIT: Scenario = { ...BASE, name: 'misfitting banks', spread: 0.7, mistagged: 0.1, centerError: 0.3 }

const GUESSING: readonly Scenario[] = [
  { ...BASE, name: 'nobody guesses', guessing: 0, hasPeer: false },
  { ...BASE, name: 'everybody guesses', guessing: 1, hasPeer: false },
  { ...BASE, name: 'half always guess, half never', guessing: 'split', hasPeer: false },
]

const SPACINGS: readonly Scenario[] = [
  { ...BASE, name: 'levels 0.8 logits apart', spacing: 0.8, hasPeer: false },
  { ...BASE, name: 'levels 1.6 logits apart', spacing: 1.6, hasPeer: false },
]

export const SCENARIOS: readonly Scenario[] = [BASE, ...GUESSING, MISFIT, ...SPACINGS]

/**
 * A number in [0, 1) that depends only on the keys, so a test taker gives the same answer to an item under every
 * method.
 */
export function chance(...keys: number[]): number {
  let hash = 0x9e3779b9
  for (const key of keys) {
    hash = Math.imul(hash ^ key, 0x85ebca6b)
    hash ^= hash >>> 13
    hash = Math.imul(hash, 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return (hash >>> 0) / 2 ** 32
}

/** A random number from the normal distribution (Box & Muller). */
function normal(...keys: number[]): number {
  return Math.sqrt(-2 * Math.log(1 - chance(...keys, 1))) * Math.cos(2 * Math.PI * chance(...keys, 2))
}

const center = (index: number, spacing: number) => (index - (LEVELS.length - 1) / 2) * spacing

/** The true parameters of an item, unknown to the estimate: in logits, and per logit. */
export type TrueItem = { difficulty: number; discrimination: number }

/** The probability of knowing the answer at this ability, from the two-parameter logistic model. */
export function probabilityKnown(theta: number, { difficulty, discrimination }: TrueItem): number {
  return 1 / (1 + Math.exp(-discrimination * (theta - difficulty)))
}

/** The true parameters of a bank's items. Discriminations are lognormal around 1.2: nine in ten between 1.0 and 1.5. */
export function trueParameters(bank: Bank, scenario: Scenario, ...keys: number[]): Map<number, TrueItem> {
  const centers = LEVELS.map(
    (_, index) => center(index, scenario.spacing) + scenario.centerError * normal(...keys, index),
  )
  return new Map(
    bank.map(({ id, level }) => {
      const tagged = LEVELS.indexOf(level)
      const isMistagged = chance(...keys, id, 3) < scenario.mistagged
      const aside = chance(...keys, id, 4) < 0.5 ? -1 : 1
      const index = isMistagged ? Math.min(Math.max(tagged + aside, 0), LEVELS.length - 1) : tagged
      const difficulty = (centers[index] as number) + scenario.spread * normal(...keys, id, 5)
      return [id, { difficulty, discrimination: Math.exp(0.2 + 0.12 * normal(...keys, id, 6)) }]
    }),
  )
}

export type Taker = { number: number; level: Level; theta: number; guessRate: number }

/** Test taker `number` of a scenario: every level occurs equally often, and ability is uniform within it. */
export function makeTaker(number: number, { spacing, guessing }: Scenario, seed: number): Taker {
  const index = number % LEVELS.length
  const theta = center(index, spacing) + (chance(seed, number, 7) - 0.5) * spacing
  const guessRate = guessing === 'split' ? Number(chance(seed, number, 8) < 0.5) : guessing
  return { number, level: LEVELS[index] as Level, theta, guessRate }
}

/** A test taker's response to an item in one attempt. */
export function respond(taker: Taker, { id }: Item, truth: TrueItem, ...keys: number[]): Response {
  const draw = (which: number) => chance(...keys, taker.number, id, which)
  if (draw(1) < probabilityKnown(taker.theta, truth)) return 'right'
  if (draw(2) >= taker.guessRate) return 'unknown'
  return draw(3) < 0.25 ? 'right' : 'wrong'
}
