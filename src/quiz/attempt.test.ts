import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '#harness/seeded-random.ts'
import { nextStep } from './attempt.ts'
import { type Bank, requireLargeEnough } from './bank.ts'
import { LEVELS, PERCENTILE_BANDS, QUESTIONS } from './constants.ts'
import type { DrawnItem } from './draw.ts'
import { estimateAbility, levelCenter, type Response, type ScoredAnswer } from './estimate.ts'
import { finalLevel, LEVEL_RULES, type LevelRuleName } from './level-rule.ts'

function makeBank(perLevel: number): Bank {
  return LEVELS.flatMap((level, levelIndex) =>
    Array.from({ length: perLevel }, (_, index) => {
      const id = levelIndex * perLevel + index + 1
      const incorrect = ['x', 'y', 'z'].map((name) => `${name}${id}`)
      return { id, level, question: `${id} ____.`, correct: [`right${id}`], incorrect, image: '', point: 'G1', why: [] }
    }),
  )
}

/** Runs a whole attempt. `isRight` determines which answers are right; the others are wrong or "I don't know". */
function play(
  bank: Bank,
  isRight: readonly boolean[],
  seed: number,
  { seen = new Set<number>(), rule = 'staircase' }: { seen?: ReadonlySet<number>; rule?: LevelRuleName } = {},
) {
  const random = seededRandom(seed)
  const drawn: DrawnItem[] = []
  const answers: ScoredAnswer[] = []
  for (;;) {
    const asked = new Set(drawn.map(({ item }) => item.id))
    const step = nextStep(LEVEL_RULES[rule], answers, { bank, asked, seen, random })
    if (step.kind === 'finished') return { drawn, answers, ...step }
    if (step.kind === 'round') drawn.push(...step.drawn)
    const { level } = (drawn[answers.length] as DrawnItem).item
    const missed: Response = random() < 0.5 ? 'unknown' : 'wrong'
    answers.push({ response: isRight[answers.length] ? 'right' : missed, difficulty: levelCenter(level) })
  }
}

const allAnswers = fc.array(fc.boolean(), { minLength: QUESTIONS, maxLength: QUESTIONS })

describe('an attempt', () => {
  const bank = makeBank(30)

  it("asks different items and ends with the staircase's level and a percentage within its band", () => {
    fc.assert(
      fc.property(allAnswers, fc.integer(), (isRight, seed) => {
        const { drawn, answers, level, percentile, estimate } = play(bank, isRight, seed)
        expect(answers.map(({ response }) => response === 'right')).toEqual(isRight)
        expect(estimate).toEqual(estimateAbility(answers))
        expect(new Set(drawn.map(({ item }) => item.id)).size).toBe(QUESTIONS)
        expect(level).toBe(finalLevel(isRight))
        const [lowest, highest] = PERCENTILE_BANDS[level]
        expect(percentile >= lowest && percentile <= highest).toBe(true)
        for (const { item, options } of drawn)
          expect([...options].sort()).toEqual([...item.correct, ...item.incorrect].sort())
      }),
    )
  })

  it('draws each round at the level reached in the previous rounds', () => {
    const { drawn } = play(bank, [true, true, false, false, false, false, ...new Array(9).fill(true)], 3)
    const levels = [0, 3, 6, 9, 12].map((first) => drawn[first]?.item.level)
    expect(levels).toEqual(['B1', 'B2', 'B1', 'B2', 'C1'])
  })

  it('reuses items this visitor has seen only when the level has no others left', () => {
    const seen = new Set(
      bank
        .filter((item) => item.level === 'B1')
        .map(({ id }) => id)
        .slice(2),
    )
    const { drawn } = play(bank, new Array(QUESTIONS).fill(true), 5, { seen })
    const first = drawn.slice(0, 3).map(({ item }) => item.id)
    expect(first.filter((id) => !seen.has(id))).toHaveLength(2)
    expect(
      play(bank, new Array(QUESTIONS).fill(true), 5, { seen: new Set([1]) }).drawn.some(({ item }) => item.id === 1),
    ).toBe(false)
  })
})

describe('an attempt under the estimate rule', () => {
  it('draws every round at the level of the estimate so far, and ends with the estimate’s level', () => {
    const bank = makeBank(30)
    fc.assert(
      fc.property(allAnswers, fc.integer(), (isRight, seed) => {
        const { drawn, answers, level, percentile, estimate } = play(bank, isRight, seed, { rule: 'estimate' })
        expect(new Set(drawn.map(({ item }) => item.id)).size).toBe(QUESTIONS)
        expect(drawn[0]?.item.level).toBe('B1')
        for (let start = 3; start < QUESTIONS; start += 3)
          expect(drawn[start]?.item.level).toBe(estimateAbility(answers.slice(0, start)).level)
        expect(level).toBe(estimate.level)
        expect(percentile).toBeGreaterThanOrEqual(PERCENTILE_BANDS[level][0])
      }),
    )
  })
})

describe('the size of a bank', () => {
  it('must cover a whole test at each level; otherwise startup fails, listing every level that is short', () => {
    expect(() => requireLargeEnough(makeBank(QUESTIONS), 'large enough')).not.toThrow()
    const short = makeBank(QUESTIONS).filter((item) => item.level !== 'C2' && item.id !== 1)
    expect(() => requireLargeEnough(short, 'short')).toThrow(/short.*A1 has 14 of 15.*C2 has 0 of 15/)
  })
})
