import { expect, it } from 'vitest'
import { seededRandom } from '#harness/seeded-random.ts'
import { mannWhitney, median } from './two-samples.ts'

const random = seededRandom(1)
const sample = (shift: number) => Array.from({ length: 400 }, () => random() + random() + shift)

it('accepts two samples from one distribution, and rejects a shifted one', () => {
  expect(mannWhitney(sample(0), sample(0))).toBeGreaterThan(0.01)
  expect(mannWhitney(sample(0), sample(0.2))).toBeLessThan(0.001)
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
})
