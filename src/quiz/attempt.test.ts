import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '#quiz/random.ts'
import { nextStep } from './attempt.ts'
import { type Bank, itemsNeeded, requireLargeEnough } from './bank.ts'
import type { DrawnItem } from './draw.ts'
import { estimateAbility, nominalParameters, type Response, type ScoredAnswer } from './estimate.ts'
import { finalLevel, verdict } from './level-rule.ts'
import { LEVELS } from './levels.ts'
import { PERCENTILE_BANDS } from './percentile.ts'
import { type LevelRule, ROUND_SIZE, testPlan } from './test-plan.ts'

function makeBank(perLevel: number): Bank {
  return LEVELS.flatMap((level, levelIndex) =>
    Array.from({ length: perLevel }, (_, index) => {
      const id = levelIndex * perLevel + index + 1
      const incorrect = ['x', 'y', 'z'].map((name) => `${name}${id}`)
      return { id, level, question: `${id} ____.`, correct: [`right${id}`], incorrect, image: '', point: 'G1', why: [] }
    }),
  )
}

/** Runs a whole attempt; `isRight` says which answers are right, the others are wrong or "I don't know". */
function play(
  bank: Bank,
  isRight: readonly boolean[],
  seed: number,
  { seen = new Set<number>(), rule = 'staircase' }: { seen?: ReadonlySet<number>; rule?: LevelRule } = {},
) {
  const random = seededRandom(seed)
  const drawn: DrawnItem[] = []
  const answers: ScoredAnswer[] = []
  for (;;) {
    const asked = new Set(drawn.map(({ item }) => item.id))
    const step = nextStep(testPlan(rule), answers, { bank, asked, seen, random })
    if (step.kind === 'finished') return { drawn, answers, ...step }
    if (step.kind === 'round') drawn.push(...step.drawn)
    const { level } = (drawn[answers.length] as DrawnItem).item
    const missed: Response = random() < 0.5 ? 'unknown' : 'wrong'
    answers.push({ response: isRight[answers.length] ? 'right' : missed, parameters: nominalParameters(level) })
  }
}

const plan = testPlan('staircase')
const allAnswers = fc.array(fc.boolean(), { minLength: plan.questions, maxLength: plan.questions })

describe('an attempt', () => {
  const bank = makeBank(30)

  it('asks different items and ends with the level of the staircase and a percentage of its band', () => {
    fc.assert(
      fc.property(allAnswers, fc.integer(), (isRight, seed) => {
        const { drawn, answers, level, percentile, estimate } = play(bank, isRight, seed)
        expect(answers.map(({ response }) => response === 'right')).toEqual(isRight)
        expect(estimate).toEqual(estimateAbility(answers))
        expect(new Set(drawn.map(({ item }) => item.id)).size).toBe(plan.questions)
        expect(level).toBe(finalLevel(isRight))
        const [lowest, highest] = PERCENTILE_BANDS[level]
        expect(percentile >= lowest && percentile <= highest).toBe(true)
        for (const { item, options } of drawn)
          expect([...options].sort()).toEqual([...item.correct, ...item.incorrect].sort())
      }),
    )
  })

  it('draws each round at the level that the previous rounds give', () => {
    const { drawn } = play(bank, [true, true, false, false, false, false, ...new Array(9).fill(true)], 3)
    const levels = [0, 3, 6, 9, 12].map((first) => drawn[first]?.item.level)
    expect(levels).toEqual(['B1', 'B2', 'B1', 'B2', 'C1'])
  })

  it('ignores answers beyond the plan', () => {
    const sources = { bank, asked: new Set<number>(), seen: new Set<number>(), random: seededRandom(1) }
    const answer = (response: Response): ScoredAnswer => ({ response, parameters: nominalParameters('B1') })
    const answers = [...new Array(plan.questions).fill(answer('wrong')), answer('right'), answer('right')]
    const step = nextStep(plan, answers, sources)
    expect(step).toMatchObject({
      kind: 'finished',
      level: 'A1',
      estimate: estimateAbility(answers.slice(0, plan.questions)),
    })
  })

  it('reuses items this visitor has seen only if no other is left at the level', () => {
    const seen = new Set(
      bank
        .filter((item) => item.level === 'B1')
        .map(({ id }) => id)
        .slice(2),
    )
    const { drawn } = play(bank, new Array(plan.questions).fill(true), 5, { seen })
    const first = drawn.slice(0, 3).map(({ item }) => item.id)
    expect(first.filter((id) => !seen.has(id))).toHaveLength(2)
    expect(
      play(bank, new Array(plan.questions).fill(true), 5, { seen: new Set([1]) }).drawn.some(
        ({ item }) => item.id === 1,
      ),
    ).toBe(false)
  })
})

describe('an attempt under the estimate rule', () => {
  const bank = makeBank(30)
  const estimate = testPlan('estimate')
  const lengths = [0, 1, 2].map((further) => estimate.questions + further * ROUND_SIZE)
  const upToMost = fc.array(fc.boolean(), { minLength: estimate.mostQuestions, maxLength: estimate.mostQuestions })

  it('routes every round by the estimate, ends once a level has 60 % or no round is left, and returns the estimate’s level', () => {
    fc.assert(
      fc.property(upToMost, fc.integer(), (isRight, seed) => {
        const { drawn, answers, level, percentile, ...result } = play(bank, isRight, seed, { rule: 'estimate' })
        expect(lengths).toContain(answers.length)
        expect(new Set(drawn.map(({ item }) => item.id)).size).toBe(answers.length)
        expect(drawn[0]?.item.level).toBe('B1')
        for (let start = 3; start < answers.length; start += 3)
          expect(drawn[start]?.item.level).toBe(estimateAbility(answers.slice(0, start)).level)
        expect(level).toBe(result.estimate.level)
        expect(percentile).toBeGreaterThanOrEqual(PERCENTILE_BANDS[level][0])
        const surest = (count: number) =>
          Math.max(...Object.values(estimateAbility(answers.slice(0, count)).probabilities))
        for (let count = estimate.questions; count < answers.length; count += 3) expect(surest(count)).toBeLessThan(0.6)
        if (answers.length < estimate.mostQuestions) expect(surest(answers.length)).toBeGreaterThanOrEqual(0.6)
      }),
    )
  })

  it('can be sure after the planned questions, and can need every further round', () => {
    const found = new Set<number>()
    const random = seededRandom(4)
    for (let seed = 0; seed < 60; seed++)
      found.add(
        play(
          bank,
          Array.from({ length: estimate.mostQuestions }, () => random() < 0.6),
          seed,
          { rule: 'estimate' },
        ).answers.length,
      )
    expect([...found].sort()).toEqual(lengths)
  })

  it('keeps the length it was planned with', () => {
    const answers = new Array(12).fill({ response: 'right', parameters: nominalParameters('C2') })
    expect(verdict(testPlan('staircase', 12), answers)?.level).toBe('C2')
    expect(verdict(testPlan('staircase', 18), answers)).toBeNull()
    expect(testPlan('estimate', 12).mostQuestions).toBe(18)
  })
})

describe('the size of a bank', () => {
  it('must cover the greediest path of every level', () => {
    expect(itemsNeeded(testPlan('staircase', 15))).toEqual({ A1: 9, A2: 6, B1: 9, B2: 6, C1: 6, C2: 6 })
  })

  it('must cover a whole attempt at one level under the estimate', () => {
    expect(itemsNeeded(testPlan('estimate', 15)).C1).toBe(21)
    expect(() => requireLargeEnough(makeBank(20), 'small', testPlan('estimate', 15))).toThrow(/A1 has 20 of 21/)
  })

  it('is refused at startup, naming every level that is short', () => {
    expect(() => requireLargeEnough(makeBank(9), 'small', testPlan('staircase', 15))).not.toThrow()
    const short = makeBank(9).filter((item) => item.level !== 'C2' && item.id !== 1)
    expect(() => requireLargeEnough(short, 'short', testPlan('staircase', 15))).toThrow(
      /short.*A1 has 8 of 9.*C2 has 0 of 6/,
    )
  })

  it('covers every path if just large enough', () => {
    const needed = itemsNeeded(plan)
    const least = LEVELS.flatMap((level) =>
      makeBank(9)
        .filter((item) => item.level === level)
        .slice(0, needed[level]),
    )
    fc.assert(
      fc.property(allAnswers, fc.integer(), (isRight, seed) => {
        expect(play(least, isRight, seed).drawn).toHaveLength(plan.questions)
      }),
    )
  })
})
