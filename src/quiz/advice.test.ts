import { describe, expect, it } from 'vitest'
import { adviceLevel, agreementOf, comparison, nextStep, wordsToLearn } from './advice.ts'
import { estimateAbility, nominalParameters, type ScoredAnswer } from './estimate.ts'
import { LEVELS, type Level } from './levels.ts'

const reading = (level: Level, lowest: Level, highest: Level) => ({ level, band: { lowest, highest } })

describe('the result never contradicts itself', () => {
  it.each([
    ['B2', reading('B2', 'B1', 'B2'), 'agrees', 'B2'],
    ['B2', reading('B1', 'B1', 'B2'), 'near', 'B2'],
    ['B2', reading('B1', 'A2', 'B1'), 'apart', 'B1'],
    ['C2', reading('B2', 'B1', 'C1'), 'apart', 'B2'],
    ['A1', reading('A2', 'A2', 'B1'), 'apart', 'A1'],
    ['A1', reading('A1', 'A1', 'A1'), 'agrees', 'A1'],
  ] as const)('a level of %s beside %j: %s, advice for %s', (level, all, agreement, advice) => {
    expect(agreementOf(level, all)).toBe(agreement)
    expect(adviceLevel(level, all)).toBe(advice)
  })

  it('never says that a level outside the answers’ range agrees with them', () => {
    const answers = (right: number): ScoredAnswer[] =>
      Array.from({ length: 15 }, (_, index) => ({
        response: index < right ? 'right' : 'wrong',
        parameters: nominalParameters(LEVELS[index % LEVELS.length] as Level),
      }))
    for (let right = 0; right <= 15; right++) {
      const { level: estimated, band } = estimateAbility(answers(right))
      const all = reading(estimated, band[0], band[1])
      for (const level of LEVELS) {
        const isInside =
          LEVELS.indexOf(level) >= LEVELS.indexOf(band[0]) && LEVELS.indexOf(level) <= LEVELS.indexOf(band[1])
        expect(agreementOf(level, all) === 'apart').toBe(!isInside)
        expect(LEVELS.indexOf(adviceLevel(level, all))).toBeLessThanOrEqual(LEVELS.indexOf(level))
      }
    }
  })
})

describe('one next step', () => {
  const learner = {
    isSignedIn: true,
    isNewLevel: false,
    agreement: 'agrees',
    hasTeacher: true,
    hasWords: true,
  } as const
  it.each([
    ['signed out', { ...learner, isSignedIn: false }, 'signUp'],
    ['a new level', { ...learner, isNewLevel: true }, 'use'],
    ['a new level that all answers do not support', { ...learner, isNewLevel: true, agreement: 'apart' }, 'teacher'],
    ['a known level', learner, 'teacher'],
    ['no teacher', { ...learner, hasTeacher: false }, 'words'],
    ['nothing to offer', { ...learner, hasTeacher: false, hasWords: false }, null],
  ] as const)('%s', (_name, facts, step) => {
    expect(nextStep(facts)).toBe(step)
  })
})

describe('words worth learning', () => {
  const item = (word: string, level: Level, isCorrect = false, area: 'vocabulary' | 'grammar' = 'vocabulary') => ({
    correct: [word],
    level,
    isCorrect,
    area,
  })
  const learn = (items: ReturnType<typeof item>[]) => wordsToLearn(items, ({ isCorrect }) => isCorrect)

  it('are the missed ones, easiest first, each once, without grammar', () => {
    const items = [
      item('late', 'B2'),
      item('known', 'A1', true),
      item('hand', 'A1'),
      item('would', 'B1', false, 'grammar'),
      item('hand', 'A1'),
    ]
    expect(learn(items).map(({ correct }) => correct[0])).toEqual(['hand', 'late'])
  })

  it('are five for somebody with no right answers, six for others', () => {
    const missed = Array.from({ length: 12 }, (_, index) => item(`word ${index}`, 'A1'))
    expect(learn(missed)).toHaveLength(5)
    expect(learn([...missed, item('known', 'A1', true)])).toHaveLength(6)
  })
})

describe('comparisons claim only what is true', () => {
  const days = (count: number) => count * 24 * 3600_000
  it.each([
    ['the same level, whatever the estimate', 'B1', { level: 'B1', change: 'higher' }, days(200), 'same'],
    ['minutes apart', 'B2', { level: 'B1', change: 'higher' }, days(0.01), 'soon'],
    ['half a year apart', 'B2', { level: 'B1', change: 'higher' }, days(200), 'higher'],
    ['no more than chance', 'B2', { level: 'B1', change: 'chance' }, days(200), 'chance'],
  ] as const)('%s', (_name, level, earlier, between, said) => {
    expect(comparison(level, earlier, between)).toBe(said)
  })
})
