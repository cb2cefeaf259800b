import { describe, expect, it } from 'vitest'
import { comparison, wordsToLearn } from './advice.ts'
import type { Level } from './constants.ts'

describe('words worth learning', () => {
  const item = (word: string, level: Level, isCorrect = false, area: 'vocabulary' | 'grammar' = 'vocabulary') => ({
    correct: [word],
    level,
    isCorrect,
    area,
  })
  const learn = (items: ReturnType<typeof item>[]) => wordsToLearn(items, ({ isCorrect }) => isCorrect)

  it('are the missed words, easiest first, without repeats or grammar', () => {
    const items = [
      item('late', 'B2'),
      item('known', 'A1', true),
      item('hand', 'A1'),
      item('would', 'B1', false, 'grammar'),
      item('hand', 'A1'),
    ]
    expect(learn(items).map(({ correct }) => correct[0])).toEqual(['hand', 'late'])
  })

  it('are all missed words, or five if no answer was right', () => {
    const missed = Array.from({ length: 12 }, (_, index) => item(`word ${index}`, 'A1'))
    expect(learn(missed)).toHaveLength(5)
    expect(learn([...missed, item('known', 'A1', true)])).toHaveLength(12)
  })
})

describe('a comparison claims only what is true', () => {
  const days = (count: number) => count * 24 * 3600_000
  it.each([
    ['the same level, regardless of the estimate', 'B1', { level: 'B1', change: 'higher' }, days(200), 'same'],
    ['minutes apart', 'B2', { level: 'B1', change: 'higher' }, days(0.01), 'soon'],
    ['half a year apart', 'B2', { level: 'B1', change: 'higher' }, days(200), 'higher'],
    ['no more than chance', 'B2', { level: 'B1', change: 'chance' }, days(200), 'chance'],
  ] as const)('%s', (_name, level, earlier, between, said) => {
    expect(comparison(level, earlier, between)).toBe(said)
  })
})
