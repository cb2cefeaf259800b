import { describe, expect, it } from 'vitest'
import { seededRandom } from '#quiz/random.ts'
import { drawBinomial, resample } from './multinomial.ts'

const DRAWS = 40_000

/** The probabilities of 0, 1, … successes, each from the one before. */
function binomialProbabilities(trials: number, chance: number): number[] {
  let probability = (1 - chance) ** trials
  return Array.from({ length: trials + 1 }, (_, k) => {
    const now = probability
    probability *= ((trials - k) / (k + 1)) * (chance / (1 - chance))
    return now
  })
}

describe('a binomial draw', () => {
  // The first two by gaps, the next by rejection, the last from the other side.
  it.each([
    [20, 0.05],
    [60, 0.15],
    [60, 0.3],
    [300, 0.1],
    [60, 0.8],
  ])('of %i trials at %f follows the distribution', (trials, chance) => {
    const random = seededRandom(11)
    const drawn = Array.from({ length: trials + 1 }, () => 0)
    for (let draw = 0; draw < DRAWS; draw++) {
      const successes = drawBinomial(trials, chance, random)
      drawn[successes] = (drawn[successes] as number) + 1
    }
    let chiSquare = 0
    let cells = 0
    for (const [k, probability] of binomialProbabilities(trials, chance).entries()) {
      const expected = probability * DRAWS
      if (expected < 5) continue
      chiSquare += ((drawn[k] as number) - expected) ** 2 / expected
      cells++
    }
    expect(cells).toBeGreaterThan(5)
    // Four standard deviations of chi-square; a distribution that is off by a hundredth is far beyond.
    expect(chiSquare).toBeLessThan(cells + 4 * Math.sqrt(2 * cells))
  })

  it('never leaves its range', () => {
    const random = seededRandom(5)
    expect(drawBinomial(0, 0.5, random)).toBe(0)
    expect(drawBinomial(9, 0, random)).toBe(0)
    expect(drawBinomial(9, 1, random)).toBe(9)
    for (let draw = 0; draw < 2000; draw++) {
      const drawn = drawBinomial(25, 0.45, random)
      expect(drawn >= 0 && drawn <= 25 && Number.isInteger(drawn)).toBe(true)
    }
  })
})

describe('people drawn again', () => {
  it('are as many as before, none from an empty cell, and vary as a multinomial draw does', () => {
    const random = seededRandom(7)
    const counts = [5000, 0, 3000, 2000, 0]
    const draws = Array.from({ length: 4000 }, () => resample(counts, random))
    for (const draw of draws) {
      expect(draw.reduce((sum, count) => sum + count, 0)).toBe(10_000)
      expect([draw[1], draw[4]]).toEqual([0, 0])
    }
    const spreadOf = (cell: number) => {
      const values = draws.map((draw) => draw[cell] as number)
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      return { mean, sd: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) }
    }
    for (const [cell, share] of [
      [0, 0.5],
      [2, 0.3],
      [3, 0.2],
    ] as const) {
      const { mean, sd } = spreadOf(cell)
      expect(Math.abs(mean - share * 10_000)).toBeLessThan(3)
      expect(sd / Math.sqrt(10_000 * share * (1 - share))).toBeCloseTo(1, 1)
    }
  })
})
