import { describe, expect, it } from 'vitest'
import { nominalParameters, type Response } from './estimate.ts'
import type { Level } from './levels.ts'
import { type Area, type AreaAnswer, areaOf, subscores } from './subscores.ts'

const answers = (area: Area, level: Level, ...responses: Response[]): AreaAnswer[] =>
  responses.map((response) => ({ area, response, parameters: nominalParameters(level) }))

const times = (count: number, response: Response): Response[] => Array(count).fill(response)

describe('areaOf', () => {
  it.each([
    ['apple', 'food', 'vocabulary'],
    ['', 'V3', 'vocabulary'],
    ['', 'G10', 'grammar'],
    // A picture's point is a word, even if it begins with G.
    ['gate', 'Garden', 'vocabulary'],
    ['', '', 'vocabulary'],
  ] as const)('image %j and point %j ask for %s', (image, point, area) => {
    expect(areaOf({ image, point })).toBe(area)
  })
})

describe('subscores', () => {
  it('counts and estimates each area from its own answers', () => {
    const apart = subscores([
      ...answers('vocabulary', 'C1', ...times(6, 'right')),
      ...answers('grammar', 'B1', 'right', ...times(7, 'unknown')),
    ])
    expect(apart?.vocabulary).toMatchObject({ asked: 6, right: 6 })
    expect(apart?.grammar).toMatchObject({ asked: 8, right: 1 })
    expect(apart?.vocabularyIs).toBe('higher')
  })

  it('says chance if the two differ by no more than error', () => {
    const apart = subscores([
      ...answers('vocabulary', 'B1', ...times(4, 'right'), 'unknown', 'unknown'),
      ...answers('grammar', 'B1', ...times(4, 'right'), ...times(4, 'unknown')),
    ])
    expect(apart?.vocabularyIs).toBe('chance')
  })

  it('is null with fewer than five answers in an area', () => {
    const grammar = answers('grammar', 'B1', ...times(11, 'unknown'))
    expect(subscores([...grammar, ...answers('vocabulary', 'B1', ...times(4, 'unknown'))])).toBeNull()
    expect(subscores([...grammar, ...answers('vocabulary', 'B1', ...times(5, 'unknown'))])).not.toBeNull()
    expect(subscores(answers('vocabulary', 'A1', ...times(15, 'right')))).toBeNull()
  })

  it('is null if the answers in an area leave more than half of the scale open', () => {
    const grammar = answers('grammar', 'B1', ...times(10, 'unknown'))
    const contradictory = [
      ...answers('vocabulary', 'B2', 'wrong'),
      ...answers('vocabulary', 'C2', 'right', 'right', 'right', 'right'),
    ]
    expect(subscores([...grammar, ...contradictory])).toBeNull()
  })
})
