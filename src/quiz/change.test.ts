import { describe, expect, it } from 'vitest'
import type { Level } from './constants.ts'
import { changeBetween, type Estimate, estimateAbility, levelCenter } from './estimate.ts'

const estimate = (theta: number, standardError: number): Estimate => ({
  ...estimateAbility([]),
  theta,
  standardError,
})

/** Fifteen answers at one level, with the first `right` of them right. */
const fifteen = (level: Level, right: number) =>
  estimateAbility(
    Array.from({ length: 15 }, (_, index) => ({
      response: index < right ? ('right' as const) : ('unknown' as const),
      difficulty: levelCenter(level),
    })),
  )

describe('changeBetween', () => {
  it('uses the root of the summed squared errors as the error of a difference', () => {
    // √(0.3² + 0.4²) = 0.5, and 1.96 × 0.5 = 0.98.
    expect(changeBetween(estimate(0, 0.3), estimate(0.97, 0.4))).toBe('chance')
    expect(changeBetween(estimate(0, 0.3), estimate(0.99, 0.4))).toBe('higher')
    expect(changeBetween(estimate(0.99, 0.4), estimate(0, 0.3))).toBe('lower')
    expect(changeBetween(estimate(0.97, 0.4), estimate(0, 0.3))).toBe('chance')
  })

  it('says chance for two equal results, and for an unmeasured one', () => {
    expect(changeBetween(fifteen('B1', 8), fifteen('B1', 8))).toBe('chance')
    expect(changeBetween(estimateAbility([]), fifteen('B1', 12))).toBe('chance')
  })

  it('says chance for adjacent levels, and higher or lower for levels far apart', () => {
    expect(changeBetween(fifteen('B1', 8), fifteen('B2', 8))).toBe('chance')
    expect(changeBetween(fifteen('A2', 8), fifteen('C1', 8))).toBe('higher')
    expect(changeBetween(fifteen('C1', 8), fifteen('A2', 8))).toBe('lower')
  })
})
