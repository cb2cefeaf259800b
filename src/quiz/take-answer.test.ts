import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReferenceAttempt } from '#harness/reference-attempt.ts'
import { seededRandom } from '#harness/seeded-random.ts'
import { type Attempt, type AttemptSources, firstRound, takeAnswer } from './attempt.ts'
import type { Bank } from './bank.ts'
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
    ...{ bank, random: seededRandom(seed), scorerVersion: 'nominal-1', versionOf: ({ id }) => `v${id}` },
    ...{ parametersOf: () => null, ...others },
  }
}

function begin(sources: AttemptSources): Attempt {
  return {
    ...{ level_rule: plan.rule, planned_questions: plan.questions, total: plan.questions, seen: [] },
    ...{ earlier: [], round: firstRound(plan, [], sources), answered: 0, choices: [], is_correct: [] },
  }
}

/** Takes an answer and updates the attempt as the database would. */
function answer(attempt: Attempt, choice: string[], sources: AttemptSources) {
  const decision = takeAnswer(attempt, { position: attempt.answered + 1, choice }, sources)
  if (decision.kind !== 'taken') throw new Error(decision.kind)
  const { round, total, isCorrect, result } = decision
  const after: Attempt = {
    ...attempt,
    ...(round ? { earlier: [...attempt.earlier, ...attempt.round], round } : {}),
    ...{ total, answered: attempt.answered + 1 },
    ...{ choices: [...attempt.choices, choice], is_correct: [...attempt.is_correct, isCorrect] },
  }
  return { after, result }
}

const KINDS = ['right', 'wrong', 'unknown', 'two', 'right and wrong', 'right twice'] as const

function choiceOf(kind: (typeof KINDS)[number], { correct, options }: Attempt['round'][number]): string[] {
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
          expect(new Set(asked.map(({ item_id }) => item_id)).size).toBe(asked.length)
          const item = asked[index] as Attempt['round'][number]
          expect(item.item_version).toBe(`v${item.item_id}`)
          const { after, result } = answer(attempt, choiceOf(kind, item), sources)
          reference.answer(kind === 'right')
          expect(after.is_correct.at(-1)).toBe(kind === 'right')
          expect(result !== null).toBe(reference.isFinished)
          if (result) {
            const [lowest, highest] = reference.result.band
            expect(result).toMatchObject({ level: reference.result.level, than_of: null, scorer_version: 'nominal-1' })
            expect(result.than >= lowest && result.than <= highest).toBe(true)
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
        const item = [...attempt.earlier, ...attempt.round][attempt.answered] as Attempt['round'][number]
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

  it('ranks among the observed results once there are enough', () => {
    const rankWith = (finished: number) => {
      const sources = sourcesOf(4, { observed: ({ level }) => ({ finished, below: level === 'A1' ? 100 : 0 }) })
      let attempt = begin(sources)
      for (;;) {
        const { after, result } = answer(attempt, [], sources)
        if (result) return { than: result.than, than_of: result.than_of }
        attempt = after
      }
    }
    expect(rankWith(999)).toEqual({ than: 10, than_of: 999 })
    expect(rankWith(499).than_of).toBeNull()
  })
})
