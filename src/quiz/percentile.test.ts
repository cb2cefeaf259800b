import { describe, expect, it } from 'vitest'
import { OBSERVED_FROM, observedPercentile } from './percentile.ts'

describe('the observed percentage', () => {
  it('does not exist until 500 assessments are finished', () => {
    expect(observedPercentile({ finished: OBSERVED_FROM - 1, below: 250 })).toBeUndefined()
    expect(observedPercentile({ finished: OBSERVED_FROM, below: 250 })).toBe(49)
  })

  it.each([
    [0, 0],
    [5, 0],
    [6, 1],
    [500, 99],
  ])('%i of 500 below is %i %%: whole, never rounded up, never 100', (below, percent) => {
    expect(observedPercentile({ finished: 500, below })).toBe(percent)
  })
})
