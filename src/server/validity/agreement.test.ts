import { describe, expect, it } from 'vitest'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { seededRandom } from '#quiz/random.ts'
import { agreementOf, agreementWithIntervals, countPairs } from './agreement.ts'
import { type Figure, shareOf } from './interval.ts'

const PAIRS = [
  ['A1', 'A1'],
  ['A1', 'A2'],
  ['A2', 'A2'],
  ['A2', 'B2'],
] as const satisfies [Level, Level][]

describe('agreement', () => {
  it('gives the figures of an example worked by hand', () => {
    const found = agreementOf(countPairs(PAIRS))
    expect(found).toMatchObject({ exact: 0.5, withinOne: 0.75, difference: 0.75 })
    // Seen: 0 + 1 + 0 + 4 = 5. Expected of rows 2, 2 and columns 1, 2, 0, 1: (2·(0·1 + 1·2 + 9·1) + 2·(1·1 + 0·2 +
    // 4·1)) / 4 = 8.
    expect(found.kappa).toBeCloseTo(1 - 5 / 8, 10)
    // Ranks 1.5, 1.5, 3.5, 3.5 and 1, 2.5, 2.5, 4: their products sum to 3, their squares to 4 and 4.5.
    expect(found.rho).toBeCloseTo(3 / Math.sqrt(4 * 4.5), 10)
  })

  it('is whole when all agree, nothing for a constant, and reversed for the reverse', () => {
    const givenBy = (given: (index: number) => Level) =>
      agreementOf(countPairs(LEVELS.map((level, index) => [level, given(index)] as const)))
    expect(givenBy((index) => LEVELS[index] as Level)).toEqual({
      exact: 1,
      withinOne: 1,
      difference: 0,
      kappa: 1,
      rho: 1,
    })
    const constant = givenBy(() => 'B1')
    expect(constant.kappa).toBeCloseTo(0, 10)
    expect(constant.rho).toBeNaN()
    expect(givenBy((index) => LEVELS[5 - index] as Level).rho).toBeCloseTo(-1, 10)
  })
})

describe('an interval', () => {
  const twenty = countPairs(LEVELS.flatMap((level) => Array.from({ length: 4 }, () => [level, level] as const)))

  it('is the same for the same seed', () => {
    const counts = countPairs(Array.from({ length: 20 }, () => PAIRS).flat())
    const found = agreementWithIntervals(counts, seededRandom(3))
    expect(agreementWithIntervals(counts, seededRandom(3))).toEqual(found)
    for (const { low, value, high } of Object.values(found) as Figure[]) {
      expect(low).toBeLessThan(value)
      expect(high).toBeGreaterThan(value)
    }
  })

  it('is never sure of a share because all who were asked agree', () => {
    const { exact, kappa } = agreementWithIntervals(twenty, seededRandom(3))
    expect(exact.value).toBe(1)
    expect(exact.low).toBeLessThan(0.9)
    expect(kappa).toEqual({ value: 1, low: 1, high: 1 })
  })

  it('of a share is that of Wilson', () => {
    // Newcombe 1998, Table I: 81 of 263.
    const { low, high } = shareOf(81, 263)
    expect(low).toBeCloseTo(0.2553, 4)
    expect(high).toBeCloseTo(0.3662, 4)
  })

  it('is left out where the figure cannot be computed', () => {
    const { rho } = agreementWithIntervals(countPairs(LEVELS.map((level) => [level, 'B1'])), seededRandom(3))
    expect(rho).toBeNull()
  })
})
