import { ABILITIES, GUESS_RATES, posterior } from './estimate.ts'
import { blindProbability, type ItemParameters, probabilityKnown, type Response } from './response-model.ts'

/** One answer of one attempt; `item` names an item in one version. */
export type ItemResponse = { item: string; response: Response }

/** In logits. */
export type Difficulty = { difficulty: number; standardError: number }

const DIFFICULTIES: readonly number[] = Array.from({ length: 101 }, (_, index) => (index - 50) / 10)
/** How far in logits an item is thought to lie from its level's centre before anybody has answered it. */
const PRIOR_SD = 0.8
const CYCLES = 4

/** Expected numbers of answers to an item: not right by ability, right by ability and guess rate. */
type Expected = { missed: number[]; right: number[][] }

const emptyExpected = (): Expected => ({
  missed: ABILITIES.map(() => 0),
  right: ABILITIES.map(() => GUESS_RATES.map(() => 0)),
})

function add(expected: Expected, response: Response, weights: readonly number[][]): void {
  for (const [ability, row] of weights.entries()) {
    const right = expected.right[ability] as number[]
    for (let rate = 0; rate < row.length; rate++) {
      const weight = row[rate] as number
      if (response === 'right') right[rate] = (right[rate] as number) + weight
      else expected.missed[ability] = (expected.missed[ability] as number) + weight
    }
  }
}

/** The logarithm of how likely the expected answers are at one difficulty, up to a constant. */
function logLikelihood({ missed, right }: Expected, parameters: ItemParameters): number {
  let sum = 0
  for (const [index, ability] of ABILITIES.entries()) {
    const known = probabilityKnown(ability, parameters)
    sum += (missed[index] as number) * Math.log(1 - known)
    for (const [rate, guessRate] of GUESS_RATES.entries())
      sum += (right[index]?.[rate] as number) * Math.log(known + (1 - known) * blindProbability('right', guessRate))
  }
  return sum
}

function difficultyOf(expected: Expected, nominal: ItemParameters): Difficulty {
  const logs = DIFFICULTIES.map(
    (difficulty) =>
      logLikelihood(expected, { ...nominal, difficulty }) - ((difficulty - nominal.difficulty) / PRIOR_SD) ** 2 / 2,
  )
  const highest = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - highest))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const moment = (value: (difficulty: number) => number) =>
    weights.reduce((sum, weight, index) => sum + (weight / total) * value(DIFFICULTIES[index] as number), 0)
  const difficulty = moment((each) => each)
  return { difficulty, standardError: Math.sqrt(moment((each) => (each - difficulty) ** 2)) }
}

/**
 * The difficulties of items from whole attempts, each held towards its nominal one by a normal prior: expectation and maximisation over
 * the takers' abilities and guess rates (Bock & Aitkin 1981). Items that nobody answered are not in the result.
 */
export function estimateDifficulties(
  attempts: readonly (readonly ItemResponse[])[],
  nominal: (item: string) => ItemParameters,
): Map<string, Difficulty> {
  let found = new Map<string, Difficulty>()
  const parametersOf = (item: string) => ({ ...nominal(item), ...found.get(item) })
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const expected = new Map<string, Expected>()
    for (const attempt of attempts) {
      const weights = posterior(attempt.map(({ item, response }) => ({ response, parameters: parametersOf(item) })))
      for (const { item, response } of attempt) {
        const counts = expected.get(item) ?? emptyExpected()
        add(counts, response, weights)
        expected.set(item, counts)
      }
    }
    found = new Map([...expected].map(([item, counts]) => [item, difficultyOf(counts, nominal(item))]))
  }
  return found
}
