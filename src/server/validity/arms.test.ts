import { describe, expect, it } from 'vitest'
import { LEVELS, type Level, moveLevel } from '#quiz/levels.ts'
import { type Random, seededRandom } from '#quiz/random.ts'
import type { LevelRule } from '#quiz/test-plan.ts'
import type { ClaimRow, ComparedResult, RetestPair } from '../db/tables/validity.ts'
import { compareArms, differenceOf, LEAST_DIFFERENCE, peopleNeeded } from './arms.ts'
import { shareOf } from './interval.ts'

/** Some certificate. */
const GOETHE = { certificate: 'goethe', grade: 'B1' }

const resultAt = (level: Level, rule: LevelRule, isRuleDrawn = true): ComparedResult => ({
  ...{ level, rule, isRuleDrawn, medianMs: 5000 },
  estimate: { level, theta: 0, standardError: 0.5 },
})

function row(person: number, random: Random, { rule, exact }: { rule: LevelRule; exact: number }): ClaimRow {
  const known = LEVELS[Math.floor(random() * 5)] as Level
  return {
    ...resultAt(random() < exact ? known : moveLevel(known, 1), rule),
    ...{ person, language: 'german', interfaceLanguage: 'en', finishedAt: new Date(0), usedUnknown: true },
    ...{
      fit: random() < exact ? 'about_right' : 'too_high',
      known: { source: 'certificate', level: known, ...GOETHE, year: 2025 },
    },
  }
}

const completions = [
  { rule: 'staircase', begun: 400, finished: 300 },
  { rule: 'estimate', begun: 400, finished: 280 },
] as const

/** Two arms of certified people whose levels are exact with these probabilities. */
function arms(exact: { staircase: number; estimate: number }, each: number, seed: number) {
  const random = seededRandom(seed)
  const rows = (['staircase', 'estimate'] as const).flatMap((rule, arm) =>
    Array.from({ length: each }, (_, index) => row(arm * each + index, random, { rule, exact: exact[rule] })),
  )
  const [found] = compareArms(rows, [], completions)
  return (measure: string) => found?.comparisons.find((one) => one.measure === measure)
}

const seeds = Array.from({ length: 100 }, (_, index) => index + 1)

describe('an experiment', () => {
  it('finds a rule that is 15 points better, within its interval in 19 of 20 seeds', () => {
    const differences = seeds.map((seed) => arms({ staircase: 0.55, estimate: 0.7 }, 300, seed)('exact')?.difference)
    expect(differences.filter((one) => one && one.low <= 0.15 && 0.15 <= one.high).length).toBeGreaterThanOrEqual(90)
    expect(differences.filter((one) => one && one.low > 0).length).toBeGreaterThanOrEqual(90)
  })

  it('finds none where none is planted, in 19 of 20 seeds', () => {
    const differences = seeds.map((seed) => arms({ staircase: 0.6, estimate: 0.6 }, 300, seed)('fits')?.difference)
    const clear = differences.filter((one) => one && (one.low > 0 || one.high < 0)).length
    expect(clear).toBeLessThanOrEqual(10)
    expect(clear).toBeGreaterThan(0)
  })

  it('compares who finishes, and says how many people are missing', () => {
    const random = seededRandom(1)
    const rows = Array.from({ length: 100 }, (_, person) =>
      row(person, random, { rule: person % 2 ? 'estimate' : 'staircase', exact: 0.6 }),
    )
    const [found] = compareArms(rows, [], completions)
    expect(found?.rules).toEqual(['staircase', 'estimate'])
    expect(found?.comparisons.find(({ measure }) => measure === 'completed')?.difference.value).toBeCloseTo(-0.05)
    const [one, other] = found?.comparisons[0]?.shares ?? []
    expect(found?.missing).toBe(peopleNeeded(one?.share.value ?? 0, other?.share.value ?? 0) - 50)
  })

  it('compares second tests of people who had one rule both times', () => {
    const pair = (person: number, first: LevelRule, second: LevelRule): RetestPair => ({
      ...{ person, language: 'german' },
      first: resultAt('B1', first),
      second: resultAt(person % 4 ? 'B1' : 'C1', second),
    })
    const pairs = [
      ...Array.from({ length: 20 }, (_, person) => pair(person, 'staircase', 'staircase')),
      ...Array.from({ length: 20 }, (_, person) => pair(100 + person, 'estimate', 'estimate')),
      ...Array.from({ length: 20 }, (_, person) => pair(200 + person, 'staircase', 'estimate')),
    ]
    const [found] = compareArms([], pairs, completions)
    const again = found?.comparisons.find(({ measure }) => measure === 'sameAgain')
    expect(again?.shares.map(({ n, share }) => [n, share.value])).toEqual([
      [20, 0.75],
      [20, 0.75],
    ])
  })

  it('says nothing of fewer than twenty people, nor of rules that nothing drew', () => {
    const random = seededRandom(1)
    const few = Array.from({ length: 19 }, (_, person) => row(person, random, { rule: 'estimate', exact: 0.5 }))
    const [found] = compareArms(few, [], completions)
    expect(found?.comparisons.map(({ measure }) => measure)).toEqual(['completed'])
    expect(found?.missing).toBeNull()
    const set = Array.from({ length: 50 }, (_, person) => ({
      ...row(person, random, { rule: 'staircase', exact: 0.5 }),
      isRuleDrawn: false,
    }))
    expect(compareArms(set, [], completions)[0]?.missing).toBeNull()
    expect(compareArms(set, [], [])).toEqual([])
    expect(compareArms(set, [], completions.slice(0, 1))).toEqual([])
  })
})

describe('the interval of a difference', () => {
  // Newcombe (1998), table II, row (a) by method 10: 56 of 70 and 48 of 80.
  it('is the published one', () => {
    const { value, low, high } = differenceOf(shareOf(48, 80), shareOf(56, 70))
    expect([value, low, high].map((each) => each.toFixed(4))).toEqual(['0.2000', '0.0524', '0.3339'])
  })
})

describe('the people needed', () => {
  it('are those of the textbook', () => {
    // 60 and 75 %: 152 an arm (Fleiss, Levin and Paik 2003, without the correction for continuity).
    expect(Math.abs(peopleNeeded(0.6, 0.75) - 152)).toBeLessThanOrEqual(1)
  })

  it('are as many for no difference as for the least that counts', () => {
    expect(peopleNeeded(0.7, 0.7)).toBe(peopleNeeded(0.7 - LEAST_DIFFERENCE / 2, 0.7 + LEAST_DIFFERENCE / 2))
    expect(peopleNeeded(1, 1)).toBeGreaterThan(0)
  })
})
