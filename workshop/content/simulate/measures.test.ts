import { describe, expect, it } from 'vitest'
import type { Level } from '#quiz/constants.ts'
import { estimateAbility } from '#quiz/estimate.ts'
import { agreement, type Outcome, stability } from './measures.ts'
import { chance } from './scenario.ts'

const outcome = (truth: Level, level: Level): Outcome => ({ truth, level })

describe('the measures of the simulation', () => {
  it('count agreement, near agreement, and signed error', () => {
    const found = agreement([outcome('A1', 'A1'), outcome('A1', 'A2'), outcome('A2', 'A2'), outcome('A2', 'B2')])
    expect(found).toMatchObject({ exact: 0.5, withinOne: 0.75, bias: 0.75, coverage: null })
    expect(found.exactByLevel.slice(0, 2)).toEqual([0.5, 0.5])
  })

  it('count how often the band includes the true level', () => {
    const estimate = estimateAbility([{ response: 'right', difficulty: 3 }])
    expect(estimate.band[1]).toBe('C2')
    expect(agreement([{ ...outcome('C2', 'B1'), estimate }]).coverage).toBe(1)
    expect(agreement([{ ...outcome('A1', 'B1'), estimate }]).coverage).toBe(estimate.band[0] === 'A1' ? 1 : 0)
  })

  it('count how far apart two attempts are', () => {
    expect(
      stability([
        ['A1', 'A1'],
        ['A1', 'B1'],
        ['B2', 'C1'],
        ['C2', 'C2'],
      ]),
    ).toEqual({ same: 0.5, farApart: 0.25 })
  })

  it('draw uniformly, the same for the same keys', () => {
    const draws = Array.from({ length: 10_000 }, (_, index) => chance(1, index, 2))
    expect(draws.reduce((sum, draw) => sum + draw, 0) / draws.length).toBeCloseTo(0.5, 1)
    expect(new Set(draws).size).toBeGreaterThan(9_990)
    expect(chance(1, 5, 2)).toBe(draws[5])
    expect(chance(2, 5, 1)).not.toBe(draws[5])
  })
})
