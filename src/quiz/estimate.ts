import { LEVELS, type Level } from './levels.ts'
import { blindProbability, type ItemParameters, levelOf, probabilityKnown, type Response } from './response-model.ts'

/** The abilities that are held possible, in logits: the six levels' intervals in steps of 0.1, all alike before the first answer. */
export const ABILITIES: readonly number[] = Array.from({ length: 73 }, (_, index) => (index - 36) / 10)

/** The shares of unknown questions that a taker may guess instead of saying "I don't know", all alike before the first answer. */
export const GUESS_RATES: readonly number[] = [0.05, 0.25, 0.5, 0.75, 0.95]

const BAND_SHARE = 0.8

export type ScoredAnswer = { response: Response; parameters: ItemParameters }

export type Estimate = {
  /** The mean of the posterior, in logits. */
  theta: number
  /** The posterior's standard deviation, in logits. */
  standardError: number
  level: Level
  probabilities: Record<Level, number>
  /** The lowest and the highest of the fewest adjacent levels that hold 80 % of the posterior. */
  band: readonly [lowest: Level, highest: Level]
}

/** How much of a level's interval each ability stands for; one on a cut counts half on each side. */
const LEVEL_SHARES = LEVELS.map((level) =>
  ABILITIES.map((theta) => [-0.01, 0.01].filter((aside) => levelOf(theta + aside) === level).length / 2),
)

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** How likely the answers are at one ability, for each guess rate. Loops, because this is where the time goes. */
function likelihoods(theta: number, answers: readonly ScoredAnswer[], blind: readonly number[][], rates: number) {
  const products: number[] = new Array(rates).fill(1)
  for (let index = 0; index < answers.length; index++) {
    const { response, parameters } = answers[index] as ScoredAnswer
    const known = probabilityKnown(theta, parameters)
    const byKnowing = response === 'right' ? known : 0
    const blindly = blind[index] as number[]
    for (let rate = 0; rate < rates; rate++)
      products[rate] = (products[rate] as number) * (byKnowing + (1 - known) * (blindly[rate] as number))
  }
  return products
}

/**
 * The posterior over ability (rows, `ABILITIES`) and guess rate (columns) after some answers; it sums to 1. Good for 60 answers; more
 * may come out as not a number.
 */
export function posterior(answers: readonly ScoredAnswer[], guessRates = GUESS_RATES): number[][] {
  const blind = answers.map(({ response }) => guessRates.map((guessRate) => blindProbability(response, guessRate)))
  const weights = ABILITIES.map((theta) => likelihoods(theta, answers, blind, guessRates.length))
  const total = sumOf(weights.map(sumOf))
  return weights.map((row) => row.map((weight) => weight / total))
}

function smallestBand(probabilities: Record<Level, number>): readonly [Level, Level] {
  for (let size = 1; size < LEVELS.length; size++) {
    const bands = LEVELS.slice(size - 1).map((_, from) => LEVELS.slice(from, from + size))
    const held = bands.map((band) => sumOf(band.map((level) => probabilities[level])))
    const most = Math.max(...held)
    const band = bands[held.indexOf(most)]
    if (band && most >= BAND_SHARE) return [band[0] as Level, band.at(-1) as Level]
  }
  return ['A1', 'C2']
}

/**
 * Ability and level from the answers of one taker: the expected a posteriori estimate (Bock & Mislevy 1982) with the guess rate
 * integrated out. The order of the answers does not matter; without answers it is 0.
 */
export function estimateAbility(answers: readonly ScoredAnswer[], guessRates = GUESS_RATES): Estimate {
  const weights = posterior(answers, guessRates).map(sumOf)
  const mean = (values: readonly number[]) => sumOf(weights.map((weight, index) => weight * (values[index] as number)))
  const theta = mean(ABILITIES)
  const probabilities = Object.fromEntries(
    LEVELS.map((level, index) => [level, mean(LEVEL_SHARES[index] as number[])]),
  ) as Record<Level, number>
  return {
    theta,
    standardError: Math.sqrt(mean(ABILITIES.map((ability) => (ability - theta) ** 2))),
    level: levelOf(theta),
    probabilities,
    band: smallestBand(probabilities),
  }
}
