import { describe, expect, it } from 'vitest'
import { OBSERVED_FROM, observedRank, type ResultCount } from './percentile.ts'

/** So many results at B1 and score 3, that many of them below: at A2, or at B1 with a lower score. */
function resultsWith(others: number, below: number): ResultCount[] {
  const half = Math.floor(below / 2)
  return [
    { level: 'A2', score: 40, finished: half },
    { level: 'B1', score: 2, finished: below - half },
    { level: 'B1', score: 3, finished: others - below },
  ]
}

const percentOf = (others: number, below: number) =>
  observedRank(resultsWith(others, below), { level: 'B1', theta: 0.31 })

describe('the observed percentage', () => {
  it('does not exist until 500 assessments are finished', () => {
    expect(percentOf(OBSERVED_FROM - 1, 250)).toBeUndefined()
    expect(percentOf(OBSERVED_FROM, 250)).toEqual({ percentile: 49, percentileOf: OBSERVED_FROM })
  })

  it.each([
    [0, 0],
    [5, 0],
    [6, 1],
    [500, 99],
  ])('%i of 500 below is %i %%: whole, never rounded up, never 100', (below, percentile) => {
    expect(percentOf(500, below)?.percentile).toBe(percentile)
  })

  it('counts neither a higher level nor the same score as below', () => {
    const results: ResultCount[] = [
      { level: 'B2', score: -40, finished: 400 },
      { level: 'B1', score: 3, finished: 100 },
    ]
    expect(observedRank(results, { level: 'B1', theta: 0.34 })?.percentile).toBe(0)
    expect(observedRank(results, { level: 'B1', theta: 0.36 })?.percentile).toBe(19)
  })
})
