import { describe, expect, it } from 'vitest'
import { type ItemParameters, levelCenter, nominalParameters } from '../estimate.ts'
import type { Calibrated } from './calibrate.ts'
import { CYCLES, calibrateItems, type ItemResponse } from './calibrate.ts'

const LEVELS = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const

/** Stateless repeatable randomness: the fractional part of a large sine. */
const chance = (taker: number, item: number) => Math.abs((Math.sin(taker * 12.9898 + item * 78.233) * 43_758.5453) % 1)

/** Takers over the whole scale answer twelve items, two of each level; they never guess. */
function attemptsOn(truth: readonly ItemParameters[], takers: number): ItemResponse[][] {
  return Array.from({ length: takers }, (_, taker) => {
    const theta = -3.6 + (7.2 * (taker + 0.5)) / takers
    return truth.map(({ difficulty, discrimination }, item) => {
      const knows = chance(taker + 1, item + 1) < 1 / (1 + Math.exp(-discrimination * (theta - difficulty)))
      return { item: String(item), response: knows ? 'right' : 'unknown' }
    })
  })
}

const nominal = (item: string) => nominalParameters(LEVELS[Number(item) % 6] ?? 'A1')

function calibrate(attempts: readonly ItemResponse[][]): ReadonlyMap<string, Calibrated> {
  const { add, endCycle } = calibrateItems(nominal)
  let found: ReadonlyMap<string, Calibrated> = new Map()
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    for (const attempt of attempts) add(attempt)
    found = endCycle()
  }
  return found
}

const truth: ItemParameters[] = Array.from({ length: 12 }, (_, item) => nominal(String(item)))
truth[3] = { difficulty: levelCenter('C1'), discrimination: 1.2 }
truth[8] = { difficulty: levelCenter('B1'), discrimination: 0.5 }

describe('calibration', () => {
  const found = calibrate(attemptsOn(truth, 1200))

  it('finds an item that is not where its tag says, one that is flat, and the others at their tags', () => {
    expect(found.get('3')?.difficulty).toBeGreaterThan(1.4)
    expect(found.get('8')?.discrimination).toBeLessThan(0.8)
    for (const item of ['0', '1', '2', '4', '5', '6', '7', '9', '10', '11']) {
      expect(Math.abs((found.get(item)?.difficulty ?? 9) - nominal(item).difficulty)).toBeLessThan(0.4)
      expect(found.get(item)?.discrimination).toBeGreaterThan(0.85)
    }
  })

  it('has each true difficulty within three standard errors', () => {
    for (const [item, { difficulty }] of truth.entries()) {
      const fitted = found.get(String(item)) as Calibrated
      expect(Math.abs(fitted.difficulty - difficulty) / fitted.difficultyError).toBeLessThan(3)
    }
  })

  it('estimates no discrimination from few answers, and is surer with more', () => {
    const few = calibrate(attemptsOn(truth, 60)).get('2')
    const more = calibrate(attemptsOn(truth, 480)).get('2')
    expect(few).toMatchObject({ discrimination: 1.2, discriminationError: null, answers: 60 })
    expect(more?.discriminationError).toBeNull()
    expect(few?.difficultyError).toBeGreaterThan(more?.difficultyError as number)
    expect(found.get('2')?.discriminationError).toBeGreaterThan(0)
  })

  it('stays at the tag without contrary evidence, and omits items that nobody saw', () => {
    const one = calibrate([[{ item: '2', response: 'right' }]])
    expect(Math.abs((one.get('2')?.difficulty as number) - nominal('2').difficulty)).toBeLessThan(0.5)
    expect(one.get('2')?.difficultyError).toBeLessThanOrEqual(0.8)
    expect([...one.keys()]).toEqual(['2'])
    expect(calibrate([]).size).toBe(0)
  })
})
