import { LEVELS, type Level, OPTIONS } from './constants.ts'

/** An answer as evidence: "I don't know" differs from a wrong pick (docs/decisions/018). */
export type Response = 'right' | 'wrong' | 'unknown'

/** The distance in logits between the centers of adjacent levels. */
export const LEVEL_SPACING = 1.2

/** Discrimination per logit, the same for all items. */
const SLOPE = 1.2
const LOWEST_CUT = -(LEVELS.length / 2 - 1) * LEVEL_SPACING

/** The ability at the center of a level, in logits: B1 and B2 are on either side of 0. */
export function levelCenter(level: Level): number {
  return LOWEST_CUT + (LEVELS.indexOf(level) - 0.5) * LEVEL_SPACING
}

/** The level whose interval contains an ability. The cuts are midway between the centers (docs/decisions/018). */
export function levelOf(theta: number): Level {
  const index = Math.floor((theta - LOWEST_CUT) / LEVEL_SPACING) + 1
  return LEVELS[Math.min(Math.max(index, 0), LEVELS.length - 1)] as Level
}

/** The probability of knowing the answer to an item of a difficulty, in logits, at this ability: the logistic model. */
export function probabilityKnown(theta: number, difficulty: number): number {
  return 1 / (1 + Math.exp(-SLOPE * (theta - difficulty)))
}

/**
 * The probability of a response from a test taker who doesn't know the answer: with probability `guessRate`, a blind
 * pick among the four options, else "I don't know". A test taker who knows the answer gives it.
 */
function blindProbability(response: Response, guessRate: number): number {
  if (response === 'right') return guessRate / OPTIONS
  if (response === 'wrong') return (guessRate * (OPTIONS - 1)) / OPTIONS
  return 1 - guessRate
}

/** The ability grid, in logits: the six levels' intervals in steps of 0.1, with a uniform prior. */
export const ABILITIES: readonly number[] = Array.from({ length: 73 }, (_, index) => (index - 36) / 10)

/** The guess-rate grid: the share of unknown questions that people guess instead of saying "I don't know". */
export const GUESS_RATES: readonly number[] = [0.05, 0.25, 0.5, 0.75, 0.95]

/**
 * How much more likely each end of the grid is than another rate: guessing is a habit, so most people do it almost
 * always or almost never (docs/decisions/018).
 */
const HABIT = 3

const BAND_SHARE = 0.8

/** An answer to an item of a difficulty, in logits. */
export type ScoredAnswer = { response: Response; difficulty: number }

export type Estimate = {
  /** The mean of the posterior, in logits. */
  theta: number
  /** The posterior's standard deviation, in logits. */
  standardError: number
  level: Level
  probabilities: Record<Level, number>
  /** The lowest and highest of the smallest run of adjacent levels with 80% of the posterior. */
  band: readonly [lowest: Level, highest: Level]
}

/** The weight of each grid point within a level's interval; a point on a cut counts half on each side. */
const LEVEL_SHARES = LEVELS.map((level) =>
  ABILITIES.map((theta) => [-0.01, 0.01].filter((aside) => levelOf(theta + aside) === level).length / 2),
)

function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** About 5 MB, several times all items. */
const MAX_CURVES = 8192
const curves = new Map<number, readonly number[]>()

/**
 * The probability of knowing the answer at each of ABILITIES. Curves are cached, because computing those for 15 answers
 * takes as long as the rest of the estimate.
 */
export function knownCurve(difficulty: number): readonly number[] {
  const before = curves.get(difficulty)
  if (before) return before
  if (curves.size === MAX_CURVES) curves.clear()
  const curve = ABILITIES.map((theta) => probabilityKnown(theta, difficulty))
  curves.set(difficulty, curve)
  return curve
}

/**
 * The posterior over ability (rows, `ABILITIES`) and guess rate (columns) after some answers; it sums to 1. Works for
 * up to 60 answers; more may underflow to NaN.
 */
export function posterior(answers: readonly ScoredAnswer[], guessRates = GUESS_RATES): number[][] {
  // Plain loops, because this is most of an estimate's 20 microseconds, and map and reduce take 1.6 times as long.
  const last = guessRates.length - 1
  const prior: readonly number[] = guessRates.map((_, rate) => (rate === 0 || rate === last ? HABIT : 1))
  const weights = ABILITIES.map(() => [...prior])
  for (const { response, difficulty } of answers) {
    const curve = knownCurve(difficulty)
    const blind = guessRates.map((guessRate) => blindProbability(response, guessRate))
    for (let index = 0; index < weights.length; index++) {
      const row = weights[index] as number[]
      const knows = curve[index] as number
      const byKnowing = response === 'right' ? knows : 0
      for (let rate = 0; rate < row.length; rate++)
        row[rate] = (row[rate] as number) * (byKnowing + (1 - knows) * (blind[rate] as number))
    }
  }
  const total = sumOf(weights.map(sumOf))
  for (const row of weights) for (let rate = 0; rate < row.length; rate++) row[rate] = (row[rate] as number) / total
  return weights
}

/**
 * The smallest run of adjacent levels that includes a band and a level; at least as likely to include the true level.
 */
export function bandWith(
  [lowest, highest]: readonly [lowest: Level, highest: Level],
  level: Level,
): readonly [lowest: Level, highest: Level] {
  const isBelow = LEVELS.indexOf(level) < LEVELS.indexOf(lowest)
  const isAbove = LEVELS.indexOf(level) > LEVELS.indexOf(highest)
  return [isBelow ? level : lowest, isAbove ? level : highest]
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
 * Ability and level from one person's answers: the expected a posteriori estimate (Bock & Mislevy 1982) with the guess
 * rate integrated out. The order of the answers doesn't matter; without answers, the ability is 0.
 */
export function estimateAbility(answers: readonly ScoredAnswer[], guessRates = GUESS_RATES): Estimate {
  const weights = posterior(answers, guessRates).map(sumOf)
  const mean = (values: readonly number[]) => {
    let sum = 0
    for (let index = 0; index < weights.length; index++) sum += (weights[index] as number) * (values[index] as number)
    return sum
  }
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

/** The change between two results in the same language. `chance`: the difference is within measurement error. */
export const CHANGES = ['higher', 'lower', 'chance'] as const

export type Change = (typeof CHANGES)[number]

/** An estimate without its derived values. */
type Measurement = Pick<Estimate, 'theta' | 'standardError'>

/** Two-sided, 5%. */
const CRITICAL_Z = 1.96

/**
 * Whether an ability changed by more than chance: the difference of the two estimates against the standard error of a
 * difference, the root of both squared errors (the z test of Finkelman, Weiss & Kim-Kang 2010 for adaptive tests; with
 * equal errors, the reliable change index of Jacobson & Truax 1991). Assumes independent errors, which holds because a
 * retake draws other items.
 */
export function changeBetween(before: Measurement, after: Measurement): Change {
  const z = (after.theta - before.theta) / Math.hypot(before.standardError, after.standardError)
  if (Math.abs(z) < CRITICAL_Z) return 'chance'
  return z > 0 ? 'higher' : 'lower'
}
