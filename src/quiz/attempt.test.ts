import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../test/seeded-random.ts'
import { type DrawnItem, nextStep } from './attempt.ts'
import { type Bank, itemsNeeded, requireLargeEnough } from './bank.ts'
import { isCorrectChoice } from './choice.ts'
import { LEVELS } from './levels.ts'
import { finalLevel } from './staircase.ts'
import { THAN_BANDS } from './than.ts'

function makeBank(perLevel: number): Bank {
  return LEVELS.flatMap((level, levelIndex) =>
    Array.from({ length: perLevel }, (_, index) => {
      const id = levelIndex * perLevel + index + 1
      const incorrect = ['x', 'y', 'z'].map((name) => `${name}${id}`)
      return { id, level, question: `${id} ____.`, correct: [`right${id}`], incorrect, image: '', point: 'G1', why: [] }
    }),
  )
}

/** Plays a whole attempt; `isRight` says which of the fifteen answers are right, the others are wrong or "I don't know". */
function play(bank: Bank, isRight: readonly boolean[], seed: number, seen: ReadonlySet<number> = new Set()) {
  const random = seededRandom(seed)
  const drawn: DrawnItem[] = []
  const outcomes: boolean[] = []
  for (;;) {
    const asked = new Set(drawn.map(({ item }) => item.id))
    const step = nextStep(outcomes, { bank, asked, seen, random })
    if (step.kind === 'finished') return { drawn, outcomes, ...step }
    if (step.kind === 'round') drawn.push(...step.drawn)
    const { item, options } = drawn[outcomes.length] as DrawnItem
    const wrong = random() < 0.5 ? [] : [options.find((option) => !item.correct.includes(option)) as string]
    outcomes.push(isCorrectChoice(isRight[outcomes.length] ? item.correct : wrong, item.correct))
  }
}

const fifteen = fc.array(fc.boolean(), { minLength: 15, maxLength: 15 })

describe('an attempt', () => {
  const bank = makeBank(30)

  it('asks fifteen different items and ends with the level of the staircase and a percentage of its band', () => {
    fc.assert(
      fc.property(fifteen, fc.integer(), (isRight, seed) => {
        const { drawn, outcomes, level, than } = play(bank, isRight, seed)
        expect(outcomes).toEqual(isRight)
        expect(new Set(drawn.map(({ item }) => item.id)).size).toBe(15)
        expect(level).toBe(finalLevel(isRight))
        const [lowest, highest] = THAN_BANDS[level]
        expect(than >= lowest && than <= highest).toBe(true)
        for (const { item, options } of drawn)
          expect([...options].sort()).toEqual([...item.correct, ...item.incorrect].sort())
      }),
    )
  })

  it('draws each round at the level of the rounds before', () => {
    const { drawn } = play(bank, [true, true, false, false, false, false, ...new Array(9).fill(true)], 3)
    const levels = [0, 3, 6, 9, 12].map((first) => drawn[first]?.item.level)
    expect(levels).toEqual(['B1', 'B2', 'B1', 'B2', 'C1'])
  })

  it('ignores what comes after the fifteenth answer', () => {
    const sources = { bank, asked: new Set<number>(), seen: new Set<number>(), random: seededRandom(1) }
    const fifteenWrong = new Array(15).fill(false)
    expect(nextStep([...fifteenWrong, true, true], sources)).toMatchObject({ kind: 'finished', level: 'A1' })
  })

  it('takes items this visitor has met before only when no other is left at the level', () => {
    const seen = new Set(
      bank
        .filter((item) => item.level === 'B1')
        .map(({ id }) => id)
        .slice(2),
    )
    const { drawn } = play(bank, new Array(15).fill(true), 5, seen)
    const first = drawn.slice(0, 3).map(({ item }) => item.id)
    expect(first.filter((id) => !seen.has(id))).toHaveLength(2)
    expect(play(bank, new Array(15).fill(true), 5, new Set([1])).drawn.some(({ item }) => item.id === 1)).toBe(false)
  })
})

describe('the size of a bank', () => {
  it('must serve the greediest path of every level', () => {
    expect(itemsNeeded()).toEqual({ A1: 9, A2: 6, B1: 9, B2: 6, C1: 6, C2: 6 })
  })

  it('is refused at once, naming every level that is short', () => {
    expect(() => requireLargeEnough(makeBank(9), 'small')).not.toThrow()
    const short = makeBank(9).filter((item) => item.level !== 'C2' && item.id !== 1)
    expect(() => requireLargeEnough(short, 'short')).toThrow(/short.*A1 has 8 of 9.*C2 has 0 of 6/)
  })

  it('suffices for every path when it just suffices', () => {
    const needed = itemsNeeded()
    const least = LEVELS.flatMap((level) =>
      makeBank(9)
        .filter((item) => item.level === level)
        .slice(0, needed[level]),
    )
    fc.assert(
      fc.property(fifteen, fc.integer(), (isRight, seed) => {
        expect(play(least, isRight, seed).drawn).toHaveLength(15)
      }),
    )
  })
})
