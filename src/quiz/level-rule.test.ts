import { describe, expect, it } from 'vitest'
import { type Level, QUESTIONS, ROUND_SIZE } from './constants.ts'
import { finalLevel, levelAfter } from './level-rule.ts'

/** Every combination of five rounds going up (true) or down (false). */
const PATTERNS = Array.from({ length: 2 ** 5 }, (_, bits) =>
  Array.from({ length: 5 }, (_round, index) => Boolean((bits >> index) & 1)),
)

const answersOf = (pattern: boolean[], right: { up: number; down: number }) =>
  pattern.flatMap((isUp) => Array.from({ length: ROUND_SIZE }, (_, index) => index < (isUp ? right.up : right.down)))

const KNOWN: [pattern: string, level: Level][] = [
  ['-----', 'A1'],
  ['----+', 'A2'],
  ['---++', 'B1'],
  ['--+++', 'B2'],
  ['-++++', 'C2'],
  ['+----', 'A1'],
  ['+-+-+', 'B2'],
  ['-+-+-', 'A2'],
  ['++++-', 'C1'],
  ['+++--', 'B2'],
  ['+++++', 'C2'],
]

describe('staircase (Specification §4)', () => {
  it.each(KNOWN)('rounds %s end at %s', (pattern, level) => {
    const rounds = [...pattern].map((sign) => sign === '+')
    expect(finalLevel(answersOf(rounds, { up: 2, down: 1 }))).toBe(level)
  })

  it.each([
    [2, 0],
    [2, 1],
    [3, 0],
    [3, 1],
  ])(
    'distributes the 32 patterns over the levels as expected, with %i right going up and %i going down',
    (up, down) => {
      const counts: Partial<Record<Level, number>> = {}
      for (const pattern of PATTERNS) {
        const level = finalLevel(answersOf(pattern, { up, down }))
        counts[level] = (counts[level] ?? 0) + 1
      }
      expect(counts).toEqual({ A1: 5, A2: 10, B1: 1, B2: 10, C1: 1, C2: 5 })
    },
  )

  it('moves only at the end of a round', () => {
    expect(levelAfter([])).toBe('B1')
    expect(levelAfter([true, true])).toBe('B1')
    expect(levelAfter([true, true, false])).toBe('B2')
    expect(levelAfter([true, false, false])).toBe('A2')
  })

  it('is clamped at both ends', () => {
    expect(levelAfter(new Array(QUESTIONS).fill(false))).toBe('A1')
    expect(finalLevel(new Array(QUESTIONS).fill(true))).toBe('C2')
  })
})
