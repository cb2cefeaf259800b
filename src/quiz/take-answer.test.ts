import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReferenceAttempt } from '#harness/reference-attempt.ts'
import { seededRandom } from '#quiz/random.ts'
import { type AttemptSources, type AttemptState, afterAnswer, newAttempt, type Taken, takeAnswer } from './attempt.ts'
import type { Bank } from './bank.ts'
import type { AskedItem } from './draw.ts'
import { LEVELS } from './levels.ts'
import { testPlan } from './test-plan.ts'

const bank: Bank = LEVELS.flatMap((level, index) =>
  Array.from({ length: 30 }, (_, number) => {
    const id = index * 30 + number + 1
    const incorrect = ['x', 'y', 'z'].map((name) => `${name}${id}`)
    return { id, level, question: `${id} ____.`, correct: [`right${id}`], incorrect, image: '', point: 'G1', why: [] }
  }),
)
const plan = testPlan('staircase')

function sourcesOf(seed: number, others: Partial<AttemptSources> = {}): AttemptSources {
  return {
    bank,
    random: seededRandom(seed),
    scorerVersion: 'nominal-1',
    versionOf: ({ id }) => `v${id}`,
    parametersOf: () => null,
    ...others,
  }
}

const begin = (sources: AttemptSources) => newAttempt(plan, [], sources)

function take(attempt: AttemptState, choice: string[], sources: AttemptSources): Taken {
  const decision = takeAnswer(attempt, { position: attempt.answered + 1, choice }, sources)
  if (decision.kind !== 'taken') throw new Error(decision.kind)
  return decision
}

function answer(attempt: AttemptState, choice: string[], sources: AttemptSources) {
  const decision = take(attempt, choice, sources)
  return { after: afterAnswer(attempt, choice, decision), result: decision.result }
}

const KINDS = ['right', 'wrong', 'unknown', 'two', 'right and wrong', 'right twice'] as const

function choiceOf(kind: (typeof KINDS)[number], { correct, options }: AskedItem): string[] {
  const wrong = options.filter((option) => !correct.includes(option))
  const choices = {
    right: correct,
    wrong: wrong.slice(0, 1),
    unknown: [],
    two: wrong.slice(0, 2),
    'right and wrong': [...correct, ...wrong.slice(0, 1)],
    'right twice': [...correct, ...correct],
  }
  return choices[kind]
}

describe('an answer', () => {
  it('agrees with the reference implementation of Specification §4', () => {
    const answers = fc.array(fc.constantFrom(...KINDS), { minLength: plan.questions, maxLength: plan.questions })
    fc.assert(
      fc.property(answers, fc.integer(), (kinds, seed) => {
        const sources = sourcesOf(seed)
        const reference = new ReferenceAttempt()
        let attempt = begin(sources)
        for (const [index, kind] of kinds.entries()) {
          const asked = [...attempt.earlier, ...attempt.round]
          expect(attempt.round.every(({ level }) => level === reference.level)).toBe(true)
          expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length)
          const item = asked[index] as AskedItem
          expect(item.version).toBe(`v${item.id}`)
          const { after, result } = answer(attempt, choiceOf(kind, item), sources)
          reference.answer(kind === 'right')
          expect(after.outcomes.at(-1)).toBe(kind === 'right')
          expect(result !== null).toBe(reference.isFinished)
          if (result) {
            const [lowest, highest] = reference.result.band
            expect(result).toMatchObject({
              level: reference.result.level,
              scorerVersion: 'nominal-1',
            })
            expect(result.percentile >= lowest && result.percentile <= highest).toBe(true)
          }
          attempt = after
        }
      }),
    )
  })

  it('changes nothing if it is a repeat, out of order, beyond the end or not among the options', () => {
    const sources = sourcesOf(1)
    const { after } = answer(begin(sources), [], sources)
    const kindOf = (position: number, choice: string[] = []) => takeAnswer(after, { position, choice }, sources).kind
    expect(kindOf(1, ['anything'])).toBe('repeat')
    expect(kindOf(3)).toBe('out of order')
    expect(kindOf(15)).toBe('out of order')
    expect(kindOf(16)).toBe('no such position')
    expect(kindOf(2, ['never offered'])).toBe('not offered')
    expect(kindOf(2, [...(after.round[1]?.options ?? [])])).toBe('taken')
  })

  it('is scored with the parameters in force when its question was asked', () => {
    const hard = sourcesOf(3, { parametersOf: () => ({ difficulty: 3, discrimination: 2 }) })
    const nominal = sourcesOf(3)
    const thetaOf = (asking: AttemptSources, scoring: AttemptSources) => {
      let attempt = begin(asking)
      let theta = Number.NaN
      while (attempt.answered < plan.questions) {
        const item = [...attempt.earlier, ...attempt.round][attempt.answered] as AskedItem
        const isLast = attempt.answered === plan.questions - 1
        const { after, result } = answer(attempt, item.correct, isLast ? scoring : asking)
        theta = result?.theta ?? theta
        attempt = after
      }
      return theta
    }
    const asked = thetaOf(hard, sourcesOf(3))
    expect(asked).toBeGreaterThan(thetaOf(nominal, sourcesOf(3)) + 0.1)
    expect(asked).toBeCloseTo(thetaOf(sourcesOf(3, hard), hard), 10)
  })
})

describe('the attempt after an answer', () => {
  const sources = sourcesOf(7)
  const begun = { ...begin(sources), id: 'a' }
  const [first, second, third] = begun.round as [AskedItem, AskedItem, AskedItem]

  it('inside a round has one answer more, and everything else as it was', () => {
    const decision = take(begun, first.correct, sources)
    const after = afterAnswer(begun, first.correct, decision)
    expect(after).toEqual({ ...begun, answered: 1, choices: [first.correct], outcomes: [true] })
    expect(afterAnswer(after, [], take(after, [], sources))).toEqual({
      ...begun,
      answered: 2,
      choices: [first.correct, []],
      outcomes: [true, false],
    })
  })

  it('at the end of a round has the next one, after all those before it', () => {
    let attempt = begun
    const rounds = [begun.round]
    for (const { correct } of [first, second, third]) {
      const decision = take(attempt, correct, sources)
      attempt = afterAnswer(attempt, correct, decision)
      if (decision.round) rounds.push(decision.round)
    }
    expect(rounds).toHaveLength(2)
    expect(attempt).toMatchObject({ earlier: rounds[0], round: rounds[1], answered: 3, total: plan.questions })
    expect(attempt.round.map(({ level }) => level)).toEqual(['B2', 'B2', 'B2'])
  })

  it('at the end keeps its last round and has the result that was decided', () => {
    let attempt = begun
    let last: Taken | undefined
    while (!attempt.result) {
      last = take(attempt, [], sources)
      attempt = afterAnswer(attempt, [], last)
    }
    expect(last).toMatchObject({ round: null, result: { level: 'A1' } })
    expect(attempt.result).toEqual(last?.result)
    expect(attempt).toMatchObject({ id: 'a', answered: plan.questions, total: plan.questions })
    expect([attempt.earlier.length, attempt.round.length]).toEqual([plan.questions - 3, 3])
    expect(attempt.outcomes).toEqual(new Array(plan.questions).fill(false))
  })

  it('has the further round that the estimate asks for', () => {
    let attempt: AttemptState = { ...begun, levelRule: 'estimate' }
    while (attempt.total === plan.questions) {
      const { correct } = [...attempt.earlier, ...attempt.round][attempt.answered] as AskedItem
      const isRight = Math.floor(attempt.answered / 3) % 2 === 0
      attempt = answer(attempt, isRight ? correct : [], sources).after
    }
    expect(attempt).toMatchObject({ answered: plan.questions, total: plan.questions + 3, result: null })
    expect(attempt.earlier).toHaveLength(plan.questions)
    expect(attempt.round).toHaveLength(3)
  })

  it('leaves the attempt before it unchanged, which others may still read', () => {
    const before = structuredClone(begun)
    afterAnswer(begun, [], take(begun, [], sources))
    expect(begun).toEqual(before)
  })
})
