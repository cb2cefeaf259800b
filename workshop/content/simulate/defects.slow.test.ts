import { beforeAll, describe, expect, it } from 'vitest'
import { analyzeItems } from '#quiz/analysis/analyze.ts'
import type { ItemStatistics, ItemWarning } from '#quiz/analysis/item-statistics.ts'
import { levelCenter } from '#quiz/estimate.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { readBanks } from '#server/banks/banks.ts'
import { attemptOf, type Defect, type DefectiveBank, plantDefects } from './defects.ts'

const SEEDS = [1, 2]
const ANY: readonly ItemWarning['reason'][] = ['harder', 'easier', 'flat', 'able_choosers']

type Analyzed = { bank: DefectiveBank; item: ItemStatistics }

/** The items of all banks after two and after five thousand visitors to each. */
const after: Record<2000 | 5000, Analyzed[]> = { 2000: [], 5000: [] }

beforeAll(() => {
  const banks = readBanks()
  for (const seed of SEEDS)
    for (const [index, language] of LANGUAGES.entries()) {
      const bank = plantDefects(banks[language], language, seed, index)
      const { add, statistics } = analyzeItems()
      const names = bank.items.map(({ id, level }) => ({ language, id, version: 'a', level }))
      for (const [from, to] of [
        [0, 2000],
        [2000, 5000],
      ] as const) {
        for (let number = from; number < to; number++) add(attemptOf(bank, number))
        after[to].push(...statistics(names).map((item) => ({ bank, item })))
      }
    }
}, 900_000)

function flagged(
  visitors: keyof typeof after,
  reasons: readonly ItemWarning['reason'][],
  isMeant: (analyzed: Analyzed) => boolean,
): number {
  const meant = after[visitors].filter(isMeant)
  const found = meant.filter(({ item }) => item.warnings.some(({ reason }) => reasons.includes(reason)))
  return found.length / meant.length
}

const has = (defect: Defect) => (analyzed: Analyzed) => analyzed.bank.defects.get(analyzed.item.id) === defect

function isSound({ bank, item }: Analyzed): boolean {
  const difficulty = bank.truth.get(item.id)?.difficulty as number
  return bank.defects.get(item.id) === 'none' && Math.abs(difficulty - levelCenter(item.level)) < 0.5
}

// Six items of each kind in sixteen banks: one standard error is about 4.5 points, and every edited bank changes the
// draw.
const STANDARD_ERROR = 0.045

// The goals of docs/measurement.md.
describe('item analysis of banks with planted defects', () => {
  it.each([
    ['wrong_key', 2000, 0.95],
    ['up', 2000, 0.75],
    ['down', 2000, 0.75],
    ['two_keys', 2000, 0.75],
    ['two_keys', 5000, 0.9],
    ['flat', 5000, 0.7],
  ] as const)('finds %s by %i visitors in %f of the items', (defect, visitors, goal) => {
    expect(flagged(visitors, ANY, has(defect))).toBeGreaterThanOrEqual(goal - STANDARD_ERROR)
  })

  it('finds items that are harder for one interface language, and hardly any others', () => {
    expect(flagged(5000, ['dif'], has('dif'))).toBeGreaterThanOrEqual(0.6)
    expect(flagged(5000, ['dif'], (analyzed) => !has('dif')(analyzed))).toBeLessThanOrEqual(0.05)
  })

  it('finds dead distractors and hardly any where there is none', () => {
    expect(flagged(5000, ['dead_distractor'], has('dead'))).toBeGreaterThanOrEqual(0.45)
    expect(flagged(5000, ['dead_distractor'], isSound)).toBeLessThanOrEqual(0.01)
  })

  it.each([2000, 5000] as const)('leaves sound items near their tag alone, after %i visitors', (visitors) => {
    expect(flagged(visitors, ANY, isSound)).toBeLessThanOrEqual(0.06)
  })
})
