import { ABILITIES, blindProbability, GUESS_RATES, knownCurve, nominalParameters, type Response } from '../estimate.ts'
import { BANDS, bandOf, FAST_MS, TIME_BINS, timeBin } from './bins.ts'
import type { ItemName } from './item-statistics.ts'

/** An answer to analyze; `key` is the right options, `choice` is empty for "I don't know". */
export type AnalyzedAnswer = Pick<ItemName, 'id' | 'version' | 'level'> & {
  response: Response
  options: readonly string[]
  key: readonly string[]
  choice: readonly string[]
  elapsedMs: number | null
}

/** Those who chose an option: how many, and the sums of their abilities and squared abilities. */
export type OptionCounts = { isKey: boolean; chosen: number; sum: number; squares: number; byBand: number[] }

/**
 * What the analysis knows of the answers to one item, in constant size. `takers` and `blind` hold, for each band and
 * ability, how many takers of that ability are expected, and how many of them would be right without knowing.
 */
export type ItemCounts = {
  name: ItemName
  answers: number
  unknown: number
  sum: number
  squares: number
  rightSum: number
  expected: number
  expectedSum: number
  bandAnswers: number[]
  bandRight: number[]
  bandSum: number[]
  takers: Float64Array
  blind: Float64Array
  options: Map<string, OptionCounts>
  /** For each interface language, right answers and others by band of ability, this item included. */
  groups: Map<string, { right: number[]; missed: number[] }>
  times: number[]
  picks: number
  fastPicks: number
}

const zeros = () => BANDS.map(() => 0)

export function emptyCounts(name: ItemName): ItemCounts {
  return {
    name,
    answers: 0,
    unknown: 0,
    sum: 0,
    squares: 0,
    rightSum: 0,
    expected: 0,
    expectedSum: 0,
    bandAnswers: zeros(),
    bandRight: zeros(),
    bandSum: zeros(),
    takers: new Float64Array(BANDS.length * ABILITIES.length),
    blind: new Float64Array(BANDS.length * ABILITIES.length),
    options: new Map(),
    groups: new Map(),
    times: new Array(TIME_BINS).fill(0),
    picks: 0,
    fastPicks: 0,
  }
}

function increase(counts: number[], index: number, by = 1): void {
  counts[index] = (counts[index] as number) + by
}

const blindly = (response: Response) => GUESS_RATES.map((rate) => blindProbability(response, rate))
/** The probability of each response without knowing, at each of GUESS_RATES. */
const BLIND: Record<Response, number[]> = {
  right: blindly('right'),
  wrong: blindly('wrong'),
  unknown: blindly('unknown'),
}

/**
 * What the attempt's other answers say about the taker: the weight of each ability, and the weight of a right blind
 * guess.
 */
type Rest = { weights: number[]; blind: number[]; theta: number }

/** The posterior without one answer, whose likelihood is divided out. */
function withoutAnswer(posterior: readonly number[][], { level, response }: AnalyzedAnswer): Rest {
  const curve = knownCurve(nominalParameters(level))
  const blindAt = BLIND[response]
  const rightAt = BLIND.right
  const weights: number[] = []
  const blind: number[] = []
  let total = 0
  for (let index = 0; index < posterior.length; index++) {
    const row = posterior[index] as number[]
    const knows = curve[index] as number
    const byKnowing = response === 'right' ? knows : 0
    let weight = 0
    let blindWeight = 0
    for (let rate = 0; rate < row.length; rate++) {
      const share = (row[rate] as number) / (byKnowing + (1 - knows) * (blindAt[rate] as number))
      weight += share
      blindWeight += share * (rightAt[rate] as number)
    }
    weights.push(weight)
    blind.push(blindWeight)
    total += weight
  }
  let theta = 0
  for (let index = 0; index < weights.length; index++) {
    weights[index] = (weights[index] as number) / total
    blind[index] = (blind[index] as number) / total
    theta += (weights[index] as number) * (ABILITIES[index] as number)
  }
  return { weights, blind, theta }
}

function countOptions(counts: ItemCounts, { options, key, choice }: AnalyzedAnswer, theta: number, band: number): void {
  for (const option of options) {
    const entry = counts.options.get(option) ?? {
      isKey: key.includes(option),
      chosen: 0,
      sum: 0,
      squares: 0,
      byBand: zeros(),
    }
    counts.options.set(option, entry)
    if (!choice.includes(option)) continue
    entry.chosen++
    entry.sum += theta
    entry.squares += theta ** 2
    increase(entry.byBand, band)
  }
}

function countTime(counts: ItemCounts, { elapsedMs, choice }: AnalyzedAnswer): void {
  if (elapsedMs === null) return
  increase(counts.times, timeBin(elapsedMs))
  if (choice.length === 0) return
  counts.picks++
  if (elapsedMs < FAST_MS) counts.fastPicks++
}

/**
 * Counts one answer of an attempt.
 * @param posterior of the whole attempt, with nominal parameters
 * @param overall the ability from the whole attempt, to match groups by
 */
export function countAnswer(
  counts: ItemCounts,
  answer: AnalyzedAnswer,
  {
    posterior,
    overall,
    interfaceLanguage,
  }: { posterior: readonly number[][]; overall: number; interfaceLanguage: string },
): void {
  const { weights, blind, theta } = withoutAnswer(posterior, answer)
  const band = bandOf(theta)
  const isRight = answer.response === 'right'
  const curve = knownCurve(nominalParameters(answer.level))
  const start = band * ABILITIES.length
  let expected = 0
  for (let index = 0; index < weights.length; index++) {
    const at = start + index
    const weight = weights[index] as number
    const blindWeight = blind[index] as number
    const knows = curve[index] as number
    expected += weight * knows + blindWeight * (1 - knows)
    counts.takers[at] = (counts.takers[at] as number) + weight
    counts.blind[at] = (counts.blind[at] as number) + blindWeight
  }
  counts.answers++
  if (answer.response === 'unknown') counts.unknown++
  counts.sum += theta
  counts.squares += theta ** 2
  counts.expected += expected
  counts.expectedSum += expected * theta
  increase(counts.bandAnswers, band)
  increase(counts.bandSum, band, theta)
  if (isRight) {
    counts.rightSum += theta
    increase(counts.bandRight, band)
  }
  const group = counts.groups.get(interfaceLanguage) ?? { right: zeros(), missed: zeros() }
  counts.groups.set(interfaceLanguage, group)
  increase(isRight ? group.right : group.missed, bandOf(overall))
  countOptions(counts, answer, theta, band)
  countTime(counts, answer)
}
