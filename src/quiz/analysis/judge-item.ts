import type { Level } from '../levels.ts'
import { BANDS, medianTime } from './bins.ts'
import { difOf } from './dif.ts'
import { driftOf, expectedRight, slopeResidualOf } from './drift.ts'
import type { ItemCounts, OptionCounts } from './item-counts.ts'
import type { ItemStatistics, OptionStatistics } from './item-statistics.ts'
import { warningsOf } from './warnings.ts'

/** The fewest answers to report a figure from. */
const ENOUGH = { facility: 30, drift: 20, correlation: 50, times: 100, slope: 60, attempts: 200, choosers: 8 }
const Z_95 = 1.96

function facilityOf({ answers, bandRight, expected }: ItemCounts): ItemStatistics['facility'] {
  if (answers < ENOUGH.facility) return null
  const share = bandRight.reduce((sum, right) => sum + right, 0) / answers
  const z2 = Z_95 ** 2 / answers
  const center = share + z2 / 2
  const reach = Z_95 * Math.sqrt((share * (1 - share)) / answers + z2 / (4 * answers))
  return {
    share,
    lowest: (center - reach) / (1 + z2),
    highest: (center + reach) / (1 + z2),
    expected: expected / answers,
  }
}

function correlationOf(counts: ItemCounts): ItemStatistics['correlation'] {
  const { answers, sum, squares, bandRight, rightSum, expected, expectedSum } = counts
  if (answers < ENOUGH.correlation) return null
  const mean = sum / answers
  const sd = Math.sqrt(squares / answers - mean ** 2)
  const correlation = (right: number, rightTheta: number) => {
    const share = right / answers
    return (rightTheta / answers - share * mean) / (Math.sqrt(share * (1 - share)) * sd)
  }
  const right = bandRight.reduce((all, each) => all + each, 0)
  if (right === 0 || right === answers || !(sd > 0)) return null
  return { r: correlation(right, rightSum), expected: correlation(expected, expectedSum) }
}

/** The difference between the choosers' mean ability and everybody else's, in standard errors. */
function choosersZ(counts: ItemCounts, { chosen, sum, squares }: OptionCounts): number | null {
  const others = counts.answers - chosen
  if (chosen < ENOUGH.choosers || others < ENOUGH.choosers) return null
  const moments = (n: number, total: number, square: number) => {
    const mean = total / n
    return { mean, error: (square / n - mean ** 2) / (n - 1) }
  }
  const choosers = moments(chosen, sum, squares)
  const rest = moments(others, counts.sum - sum, counts.squares - squares)
  const error = Math.sqrt(choosers.error + rest.error)
  return error > 0 ? (choosers.mean - rest.mean) / error : null
}

function optionsOf(counts: ItemCounts): OptionStatistics[] {
  return [...counts.options]
    .map(([option, each]) => ({
      option,
      isKey: each.isKey,
      chosen: each.chosen,
      meanAbility: each.chosen > 0 ? each.sum / each.chosen : null,
      z: choosersZ(counts, each),
      byBand: [...each.byBand],
    }))
    .sort((one, other) => Number(other.isKey) - Number(one.isKey) || other.chosen - one.chosen)
}

/** How many attempts could have included an item, and did: overall and by level of estimated ability. */
export type Exposures = { attempts: number; met: number; byLevel: { level: Level; attempts: number; met: number }[] }

function exposureOf({ attempts, met, byLevel }: Exposures): ItemStatistics['exposure'] {
  if (attempts < ENOUGH.attempts) return null
  const rates = byLevel
    .filter((at) => at.attempts >= ENOUGH.attempts)
    .map((at) => ({ level: at.level, rate: at.met / at.attempts }))
    .sort((one, other) => other.rate - one.rate)
  return { overall: met / attempts, highest: rates[0] ?? null }
}

/** The fewest items for a bank to get its own origin. */
const ENOUGH_ITEMS = 30

/**
 * How far a bank's items as a whole are from their tags: the median drift. Defective items make takers look less able
 * and other items easier; this shifts the scale back.
 */
export function originOf(bank: readonly ItemCounts[]): number {
  const drifts = bank
    .filter(({ answers }) => answers >= ENOUGH.drift)
    .map((counts) => driftOf(counts, 0).logits)
    .sort((one, other) => one - other)
  return drifts.length < ENOUGH_ITEMS ? 0 : (drifts[Math.floor(drifts.length / 2)] as number)
}

/** The statistics of one item from its counts. */
export function judgeItem(counts: ItemCounts, exposures: Exposures, origin: number): ItemStatistics {
  const { name, answers, bandAnswers, bandRight, unknown, times, picks, fastPicks } = counts
  const drift = answers >= ENOUGH.drift ? driftOf(counts, origin) : null
  const expected = expectedRight(counts, 0)
  const { logits, standardError, suggestedLevel } = drift ?? {}
  const statistics = {
    ...name,
    answers,
    right: bandRight.reduce((sum, right) => sum + right, 0),
    unknown,
    exposure: exposureOf(exposures),
    facility: facilityOf(counts),
    correlation: correlationOf(counts),
    drift:
      logits === undefined || standardError === undefined || suggestedLevel === undefined
        ? null
        : { logits, standardError, suggestedLevel },
    slopeResidual: drift && answers >= ENOUGH.slope ? slopeResidualOf(counts, origin + drift.logits) : null,
    options: optionsOf(counts),
    bands: BANDS.map((band, index) => ({
      ...band,
      answers: bandAnswers[index] as number,
      right: bandRight[index] as number,
      expectedRight: expected[index] as number,
    })),
    dif: difOf(counts),
    time: picks < ENOUGH.times ? null : { medianMs: medianTime(times), fastShare: fastPicks / picks },
  }
  return { ...statistics, warnings: warningsOf(statistics, drift) }
}
