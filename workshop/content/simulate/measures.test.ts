import { describe, expect, it } from 'vitest'
import { estimateAbility, nominalParameters } from '#quiz/estimate.ts'
import type { Level } from '#quiz/levels.ts'
import { calibrated } from './calibration.ts'
import { agreement, confidence, confusion, type Outcome, stability } from './measures.ts'
import { chance } from './scenario.ts'

const outcome = (truth: Level, level: Level): Outcome => ({ truth, level, questions: 15 })

describe('the measures of the simulation', () => {
  const outcomes = [outcome('A1', 'A1'), outcome('A1', 'A2'), outcome('A2', 'A2'), outcome('A2', 'B2')]

  it('count agreement, near agreement and signed error', () => {
    const { exact, withinOne, bias, exactByLevel } = agreement(outcomes)
    expect([exact, withinOne, bias]).toEqual([0.5, 0.75, 0.75])
    expect(exactByLevel.slice(0, 2)).toEqual([0.5, 0.5])
    expect(confusion(outcomes)[1]).toEqual([0, 1, 0, 1, 0, 0])
  })

  it('compare the stated confidence with the share that was right', () => {
    const estimate = estimateAbility([])
    const said = estimate.probabilities.B1
    const honest = confidence([{ ...outcome('B1', 'B1'), estimate }])
    expect(honest.error).toBeCloseTo(1 - said, 10)
    expect(honest.coverage).toBe(1)
    expect(confidence([{ ...outcome('C2', 'B1'), estimate }])).toMatchObject({ coverage: 0 })
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

describe('difficulties from answers', () => {
  /** Takers over the whole scale answer six items; "odd" is tagged B1 and is as hard as C1. */
  const attempts = Array.from({ length: 1500 }, (_, taker) => {
    const theta = -3.6 + (7.2 * taker) / 1499
    return ['A1', 'A2', 'B1', 'B2', 'C1', 'odd'].map((item, index) => {
      const difficulty = item === 'odd' ? 1.8 : nominalParameters(item as Level).difficulty
      const knows = chance(9, taker, index) < 1 / (1 + Math.exp(-1.2 * (theta - difficulty)))
      return { item, response: knows ? ('right' as const) : ('unknown' as const) }
    })
  })
  const found = calibrated(attempts, (item) => nominalParameters(item === 'odd' ? 'B1' : (item as Level)))

  it('find an item that is not where its tag says, and leave the others at their tags', () => {
    expect(found.get('odd')?.difficulty).toBeGreaterThan(1.2)
    for (const level of ['A1', 'A2', 'B1', 'B2', 'C1'] as const)
      expect(Math.abs((found.get(level)?.difficulty ?? 9) - nominalParameters(level).difficulty)).toBeLessThan(0.4)
  })

  it('state their uncertainty, and stay at the tag with few answers', () => {
    expect(found.get('odd')?.difficultyError).toBeLessThan(0.15)
    const few = calibrated(attempts.slice(700, 702), () => nominalParameters('B1')).get('odd')
    expect(few?.difficultyError).toBeGreaterThan(0.4)
    expect(calibrated([], () => nominalParameters('B1')).size).toBe(0)
  })
})
