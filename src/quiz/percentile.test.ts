import { expect, it } from 'vitest'
import { seededRandom } from '#harness/seeded-random.ts'
import { drawPercentile } from './percentile.ts'

it.each([
  ['A1', [45, 46, 47, 48, 49]],
  ['A2', [55, 56, 57, 58, 59]],
  ['B1', [65, 66, 67, 68, 69]],
  ['B2', [75, 76, 77, 78, 79]],
  ['C1', [85, 86, 87, 88, 89]],
  ['C2', [95, 96, 97, 98, 99]],
] as const)('at %s is one of %j', (level, band) => {
  const random = seededRandom(1)
  const drawn = new Set(Array.from({ length: 200 }, () => drawPercentile(level, random)))
  expect([...drawn].sort()).toEqual(band)
})
