import { describe, expect, it } from 'vitest'
import { seededRandom } from '#harness/seeded-random.ts'
import { isCorrectChoice } from './bank.ts'
import { firstScreen, nextPercent, nextScreen, screenFromHistory } from './flow.ts'
import { shuffle } from './random.ts'

describe('a choice (Specification §5)', () => {
  it.each([
    [['had started'], ['had started'], true],
    [['starts'], ['had started'], false],
    [[], ['had started'], false],
    [[], [], false],
    [['a', 'b'], ['b', 'a'], true],
    [['b', 'a'], ['a', 'b'], true],
    [['a'], ['a', 'b'], false],
    [['a', 'b'], ['a'], false],
    [['a', 'a'], ['a', 'b'], false],
    [['a', 'a'], ['a'], false],
    [['Had started'], ['had started'], false],
  ])('%j against %j is right: %s', (choice, correct, isRight) => {
    expect(isCorrectChoice(choice, correct)).toBe(isRight)
  })
})

describe('the test-end counter (Specification §4)', () => {
  it('ticks 8 below 60, 7 below 70, 4 below 80, 3 below 90, then 1, up to 100', () => {
    const figures = [0]
    while (figures.at(-1) !== 100) figures.push(nextPercent(figures.at(-1) as number))
    expect(figures).toEqual([
      0, 8, 16, 24, 32, 40, 48, 56, 64, 71, 75, 79, 83, 86, 89, 92, 93, 94, 95, 96, 97, 98, 99, 100,
    ])
    expect(nextPercent(100)).toBe(100)
  })
})

describe('shuffling', () => {
  it('puts every element at every position equally often', () => {
    const random = seededRandom(7)
    const counts = new Array(4).fill(0)
    for (let run = 0; run < 4000; run++) counts[shuffle(['key', 'b', 'c', 'd'], random).indexOf('key')]++
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(120)
  })
})

describe('the flow (Specification §2, §4)', () => {
  const arrival = {
    isScorePage: false,
    hasStoredResult: false,
    isMobileApp: false,
    queryLanguage: null,
    openAttempt: null,
  }

  it.each([
    [{}, 'select'],
    [{ queryLanguage: 'french' }, 'guide'],
    [{ hasStoredResult: true }, 'result'],
    [{ hasStoredResult: true, queryLanguage: 'french' }, 'result'],
    [{ hasStoredResult: true, isMobileApp: true }, 'select'],
    [{ hasStoredResult: true, isMobileApp: true, queryLanguage: 'french' }, 'guide'],
    [{ openAttempt: 'german' }, 'test'],
    [{ openAttempt: 'german', queryLanguage: 'german' }, 'test'],
    [{ openAttempt: 'german', queryLanguage: 'french' }, 'guide'],
    [{ openAttempt: 'german', hasStoredResult: true }, 'result'],
    [{ openAttempt: 'german', isMobileApp: true, queryLanguage: 'french' }, 'guide'],
    [{ openAttempt: 'german', isMobileApp: true, hasStoredResult: true }, 'test'],
    [{ isScorePage: true, queryLanguage: 'french' }, 'result'],
  ] as const)('arriving with %j opens %s', (facts, screen) => {
    expect(firstScreen({ ...arrival, ...facts })).toBe(screen)
  })

  it('goes through select, guide, test, testEnd, and result, and continues from there', () => {
    expect(nextScreen('select', 'languageChosen')).toBe('guide')
    expect(nextScreen('guide', 'started')).toBe('test')
    expect(nextScreen('test', 'lastAnswered')).toBe('testEnd')
    expect(nextScreen('testEnd', 'calculated')).toBe('result')
    expect(nextScreen('result', 'retake')).toBe('test')
    expect(nextScreen('result', 'resumed')).toBe('test')
    expect(nextScreen('result', 'testOther')).toBe('select')
  })

  it('leads from the guide back to select for another language', () => {
    expect(nextScreen('guide', 'languageChanged')).toBe('select')
  })

  it.each([
    ['select', {}, 'select'],
    ['guide', {}, 'guide'],
    ['test', {}, 'guide'],
    ['test', { openAttempt: true }, 'test'],
    ['testEnd', {}, 'select'],
    ['testEnd', { openAttempt: true, result: true }, 'result'],
    ['result', {}, 'select'],
    ['result', { result: true }, 'result'],
    ['empty', { openAttempt: true, result: true }, 'select'],
  ] as const)('Back or Forward to %s with %j shows %s', (screen, has, shown) => {
    expect(screenFromHistory(screen, { openAttempt: false, result: false, ...has })).toBe(shown)
  })

  it("ignores an event that doesn't apply to the screen", () => {
    expect(nextScreen('select', 'lastAnswered')).toBe('select')
    expect(nextScreen('result', 'started')).toBe('result')
  })
})
