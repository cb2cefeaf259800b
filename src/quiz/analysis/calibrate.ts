import {
  ABILITIES,
  blindProbability,
  GUESS_RATES,
  type ItemParameters,
  knownCurve,
  posterior,
  probabilityKnown,
  type Response,
} from '../estimate.ts'

/**
 * An item's parameters with their standard errors; without enough answers the discrimination stays the nominal one,
 * with none.
 */
export type Calibrated = ItemParameters & {
  difficultyError: number
  discriminationError: number | null
  answers: number
}

/** The prior standard deviation of an item's difficulty around its level's center, in logits. */
const DIFFICULTY_SD = 0.8
/** The prior standard deviation of log discrimination. */
const DISCRIMINATION_SD = 0.3
/** The fewest answers to estimate a discrimination from. */
const ENOUGH_FOR_DISCRIMINATION = 500

const DIFFICULTIES: readonly number[] = Array.from({ length: 101 }, (_, index) => (index - 50) / 10)
/** Factors of the nominal discrimination. */
const FACTORS: readonly number[] = Array.from({ length: 13 }, (_, index) => Math.exp((index - 8) * 0.15))

/**
 * Expected numbers of answers to an item, by ability (rows) and guess rate: all that are not right in the first column,
 * right ones in the others. The rest are sums over the answers of the expected slopes of their log-likelihood, squared
 * and multiplied: the information that the answers hold about the parameters they were read with, on top of what they
 * say about the takers.
 */
type Expected = {
  answers: number
  counts: Float64Array
  difficultyInformation: number
  discriminationInformation: number
  crossInformation: number
}

const COLUMNS = GUESS_RATES.length + 1

function emptyExpected(): Expected {
  return {
    answers: 0,
    counts: new Float64Array(ABILITIES.length * COLUMNS),
    difficultyInformation: 0,
    discriminationInformation: 0,
    crossInformation: 0,
  }
}

/** The probability of a right answer without knowing, at each of GUESS_RATES. */
const BLIND = GUESS_RATES.map((guessRate) => blindProbability('right', guessRate))

/** The slope of the log probability of a right answer by what the taker knows. */
function slopeOfRight(knows: number, blind: number): number {
  return ((1 - blind) * knows * (1 - knows)) / (knows + (1 - knows) * blind)
}

/**
 * Counts one answer.
 * @param weights the posterior of its whole attempt
 * @param parameters those that the posterior took for the item
 */
function addAnswer(
  expected: Expected,
  response: Response,
  weights: readonly number[][],
  parameters: ItemParameters,
): void {
  const isRight = response === 'right'
  let byDifficulty = 0
  let byDiscrimination = 0
  const curve = knownCurve(parameters)
  for (let index = 0; index < weights.length; index++) {
    const row = weights[index] as number[]
    const theta = ABILITIES[index] as number
    const knows = curve[index] as number
    let slope = 0
    for (let rate = 0; rate < row.length; rate++) {
      const weight = row[rate] as number
      const at = index * COLUMNS + (isRight ? rate + 1 : 0)
      expected.counts[at] = (expected.counts[at] as number) + weight
      slope += weight * (isRight ? slopeOfRight(knows, BLIND[rate] as number) : -knows)
    }
    byDifficulty -= slope * parameters.discrimination
    byDiscrimination += slope * parameters.discrimination * (theta - parameters.difficulty)
  }
  expected.answers++
  expected.difficultyInformation += byDifficulty ** 2
  expected.discriminationInformation += byDiscrimination ** 2
  expected.crossInformation += byDifficulty * byDiscrimination
}

/** The log probabilities for `Expected.counts`. */
function logProbabilities(parameters: ItemParameters): Float64Array {
  return Float64Array.from(
    ABILITIES.flatMap((theta) => {
      const knows = probabilityKnown(theta, parameters)
      const right = GUESS_RATES.map((guessRate) => Math.log(knows + (1 - knows) * blindProbability('right', guessRate)))
      return [Math.log(1 - knows), ...right]
    }),
  )
}

const tables = new Map<number, Float64Array[][]>()

/** The logarithms for every factor and difficulty of the grid: the same for all items of one nominal discrimination. */
function tablesOf(discrimination: number): Float64Array[][] {
  const table =
    tables.get(discrimination) ??
    FACTORS.map((factor) =>
      DIFFICULTIES.map((difficulty) => logProbabilities({ difficulty, discrimination: discrimination * factor })),
    )
  tables.set(discrimination, table)
  return table
}

function product(counts: Float64Array, logs: Float64Array): number {
  let sum = 0
  for (let index = 0; index < counts.length; index++) sum += (counts[index] as number) * (logs[index] as number)
  return sum
}

/** The means of difficulty and of the discrimination's factor under the posterior on the grid. */
function means(counts: Float64Array, nominal: ItemParameters, factors: readonly number[]) {
  const grid = tablesOf(nominal.discrimination)
  const cells = factors.flatMap((factor) =>
    DIFFICULTIES.map((difficulty, index) => {
      const logs = grid[FACTORS.indexOf(factor)]?.[index] as Float64Array
      const aside = (difficulty - nominal.difficulty) / DIFFICULTY_SD
      const steep = Math.log(factor) / DISCRIMINATION_SD
      return { difficulty, factor, log: product(counts, logs) - (aside ** 2 + steep ** 2) / 2 }
    }),
  )
  const highest = Math.max(...cells.map(({ log }) => log))
  let [total, difficulty, logFactor] = [0, 0, 0]
  for (const cell of cells) {
    const weight = Math.exp(cell.log - highest)
    total += weight
    difficulty += weight * cell.difficulty
    logFactor += weight * Math.log(cell.factor)
  }
  return { difficulty: difficulty / total, discrimination: nominal.discrimination * Math.exp(logFactor / total) }
}

/**
 * The parameters of one item, held towards the nominal ones by normal priors. Standard errors come from the products of
 * the answers' slopes and the priors (Louis 1982 and the empirical information of Meilijson 1989), so that they allow
 * for the uncertainty about the takers.
 */
function fitItem(expected: Expected, nominal: ItemParameters): Calibrated {
  const { answers, counts, difficultyInformation, discriminationInformation, crossInformation } = expected
  const ofDifficulty = difficultyInformation + 1 / DIFFICULTY_SD ** 2
  if (answers < ENOUGH_FOR_DISCRIMINATION)
    return {
      ...means(counts, nominal, [1]),
      difficultyError: Math.sqrt(1 / ofDifficulty),
      discriminationError: null,
      answers,
    }
  const ofDiscrimination = discriminationInformation + 1 / DISCRIMINATION_SD ** 2
  const determinant = ofDifficulty * ofDiscrimination - crossInformation ** 2
  const fitted = means(counts, nominal, FACTORS)
  return {
    ...fitted,
    difficultyError: Math.sqrt(ofDiscrimination / determinant),
    discriminationError: fitted.discrimination * Math.sqrt(ofDifficulty / determinant),
    answers,
  }
}

/** One answer of one attempt; `item` names an item in one version. */
export type ItemResponse = { item: string; response: Response }

/** How many times all attempts are read. */
export const CYCLES = 4

export type Calibration = {
  /** Counts one attempt of the current cycle. */
  add: (attempt: readonly ItemResponse[]) => void
  /** Closes a cycle: the items' new parameters, which the next cycle reads the attempts with. */
  endCycle: () => ReadonlyMap<string, Calibrated>
}

/**
 * Calibration over a stream of whole attempts, which is read in `CYCLES` cycles: expectation and maximization over the
 * takers' abilities and guess rates (Bock & Aitkin 1981). Its memory grows only with the number of items. Items that
 * nobody answered are not in the result.
 */
export function calibrateItems(nominal: (item: string) => ItemParameters): Calibration {
  let items: ReadonlyMap<string, Calibrated> = new Map()
  let expected = new Map<string, Expected>()
  const parametersOf = (item: string) => items.get(item) ?? nominal(item)
  return {
    add: (attempt) => {
      const weights = posterior(attempt.map(({ item, response }) => ({ response, parameters: parametersOf(item) })))
      for (const { item, response } of attempt) {
        const counts = expected.get(item) ?? emptyExpected()
        expected.set(item, counts)
        addAnswer(counts, response, weights, parametersOf(item))
      }
    },
    endCycle: () => {
      items = new Map([...expected].map(([item, counts]) => [item, fitItem(counts, nominal(item))]))
      expected = new Map()
      return items
    },
  }
}
