import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReferenceAttempt } from '#harness/reference-attempt.ts'
import { seededRandom } from '#harness/seeded-random.ts'
import { type AttemptSources, type AttemptState, afterAnswer, newAttempt, type Taken, takeAnswer } from './attempt.ts'
import type { Bank } from './bank.ts'
import { LEVELS, QUESTIONS } from './constants.ts'
import type { AskedItem } from './draw.ts'
import { LEVEL_RULES } from './level-rule.ts'

const bank: Bank = LEVELS.flatMap((level, index) =>
  Array.from({ length: 30 }, (_, number) => {
    const id = index * 30 + number + 1
    const incorrect = ['x', 'y', 'z'].map((name) => `${name}${id}`)
    return { id, level, question: `${id} ____.`, correct: [`right${id}`], incorrect, image: '', point: 'G1', why: [] }
  }),
)

function sourcesOf(seed: number, others: Partial<AttemptSources> = {}): AttemptSources {
  return {
    bank,
    random: seededRandom(seed),
    rule: LEVEL_RULES.staircase,
    versionOf: ({ id }) => `v${id}`,
    ...others,
  }
}

const begin = (sources: AttemptSources) => newAttempt([], sources)

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
    const answers = fc.array(fc.constantFrom(...KINDS), { minLength: QUESTIONS, maxLength: QUESTIONS })
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
            })
            expect(result.percentile >= lowest && result.percentile <= highest).toBe(true)
          }
          attempt = after
        }
      }),
    )
  })

  it('changes nothing if it is a repeat, out of order, beyond the end, or not among the options', () => {
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

  it("is scored with its question's difficulty at the time of asking", () => {
    const harder = sourcesOf(3, { bank: bank.map((item) => ({ ...item, difficulty: 3 })) })
    const thetaOf = (asking: AttemptSources, scoring: AttemptSources) => {
      let attempt = begin(asking)
      let theta = Number.NaN
      while (attempt.answered < QUESTIONS) {
        const item = [...attempt.earlier, ...attempt.round][attempt.answered] as AskedItem
        const isLast = attempt.answered === QUESTIONS - 1
        const { after, result } = answer(attempt, attempt.answered % 2 ? item.correct : [], isLast ? scoring : asking)
        theta = result?.theta ?? theta
        attempt = after
      }
      return theta
    }
    const asked = thetaOf(harder, sourcesOf(3))
    expect(asked).toBeGreaterThan(thetaOf(sourcesOf(3), sourcesOf(3)) + 0.1)
    expect(asked).toBeCloseTo(thetaOf(sourcesOf(3, harder), harder), 10)
  })
})

describe('the attempt after an answer', () => {
  const sources = sourcesOf(7)
  const begun = { ...begin(sources), id: 'a' }
  const [first, second, third] = begun.round as [AskedItem, AskedItem, AskedItem]

  it('has one more answer inside a round, and no other change', () => {
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

  it('has the next round at the end of a round, after all earlier ones', () => {
    let attempt = begun
    const rounds = [begun.round]
    for (const { correct } of [first, second, third]) {
      const decision = take(attempt, correct, sources)
      attempt = afterAnswer(attempt, correct, decision)
      if (decision.round) rounds.push(decision.round)
    }
    expect(rounds).toHaveLength(2)
    expect(attempt).toMatchObject({ earlier: rounds[0], round: rounds[1], answered: 3 })
    expect(attempt.round.map(({ level }) => level)).toEqual(['B2', 'B2', 'B2'])
  })

  it('keeps its last round at the end, and has the decided result', () => {
    let attempt = begun
    let last: Taken | undefined
    while (!attempt.result) {
      last = take(attempt, [], sources)
      attempt = afterAnswer(attempt, [], last)
    }
    expect(last).toMatchObject({ round: null, result: { level: 'A1' } })
    expect(attempt.result).toEqual(last?.result)
    expect(attempt).toMatchObject({ id: 'a', answered: QUESTIONS })
    expect([attempt.earlier.length, attempt.round.length]).toEqual([QUESTIONS - 3, 3])
    expect(attempt.outcomes).toEqual(new Array(QUESTIONS).fill(false))
  })

  it('leaves the previous attempt object unchanged, since others may still read it', () => {
    const before = structuredClone(begun)
    afterAnswer(begun, [], take(begun, [], sources))
    expect(begun).toEqual(before)
  })
})
