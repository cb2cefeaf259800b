import { describe, expect, it } from 'vitest'
import { areaOf } from './areas.ts'

describe('areaOf', () => {
  it.each([
    ['apple', 'food', 'vocabulary'],
    ['', 'V3', 'vocabulary'],
    ['', 'G10', 'grammar'],
    // A picture's point is a word, even if it starts with G.
    ['gate', 'Garden', 'vocabulary'],
    ['', '', 'vocabulary'],
  ] as const)('image %j and point %j test %s', (image, point, area) => {
    expect(areaOf({ image, point })).toBe(area)
  })
})
