import { describe, expect, it } from 'vitest'
import { nextStep } from './attempt.ts'
import type { Bank, Item } from './bank.ts'
import { type DrawSources, drawInformativeRound, drawRound, isCalibrated } from './draw.ts'
import { type ItemParameters, levelCenter, type ScoredAnswer } from './estimate.ts'
import { LEVELS } from './levels.ts'
import { seededRandom } from './random.ts'
import { START_LEVEL, testPlan } from './test-plan.ts'

/** Thirty items a level without anything in common. */
const bank: Bank = LEVELS.flatMap((level, index) =>
  Array.from({ length: 30 }, (_, number): Item => {
    const id = index * 30 + number + 1
    const word = (place: number) => `w${id}x${place}`
    return {
      ...{ id, level, question: `q${id} ____.`, image: '', point: `p${id}`, why: [] },
      ...{ correct: [word(0)], incorrect: [word(1), word(2), word(3)] },
    }
  }),
)

/** Item `id` is as hard as its place in the bank. */
const parametersOf = ({ id }: Item): ItemParameters => ({ difficulty: (id - 90.5) / 25, discrimination: 1.2 })

const sources = (more: Partial<DrawSources> = {}): DrawSources => ({
  ...{ bank, asked: new Set(), seen: new Set(), random: seededRandom(1), parametersOf },
  ...more,
})

const idsDrawn = (theta: number, times: number, more: Partial<DrawSources> = {}) => {
  const shared = sources({ random: seededRandom(7), ...more })
  return Array.from({ length: times }, () => drawInformativeRound(theta, shared).map(({ item }) => item.id)).flat()
}

describe('a round by information', () => {
  it('is drawn from the items nearest to the ability, whatever their level, and from no others', () => {
    const ids = new Set(idsDrawn(levelCenter('B2') - 0.6, 400))
    expect(ids.size).toBe(24)
    expect(Math.min(...ids)).toBeGreaterThan(75)
    expect(Math.max(...ids)).toBeLessThan(106)
  })

  it('draws items of the start level, which the first round showed, about half as often', () => {
    const ids = idsDrawn(0, 2000)
    const of = (level: string) => ids.filter((id) => bank[id - 1]?.level === level).length
    const ratio = of(START_LEVEL) / of('B2')
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(0.7)
  })

  it('holds nothing asked, nothing seen while enough is new, and no enemies', () => {
    const near = bank.filter(({ id }) => id > 80 && id < 101).map(({ id }) => id)
    expect(idsDrawn(0, 100, { asked: new Set(near) }).some((id) => near.includes(id))).toBe(false)
    expect(idsDrawn(0, 100, { seen: new Set(near) }).some((id) => near.includes(id))).toBe(false)
    const all = new Set(bank.map(({ id }) => id))
    expect(idsDrawn(0, 1, { seen: all })).toHaveLength(3)
    const hostile = bank.map((item) => (item.id === 90 ? { ...item, enemies: [91, 92, 93] } : item))
    const shared = sources({ bank: hostile, random: seededRandom(3) })
    for (let time = 0; time < 300; time++) {
      const ids = drawInformativeRound(0, shared).map(({ item }) => item.id)
      if (ids.includes(90)) expect(ids.filter((id) => [91, 92, 93].includes(id))).toEqual([])
    }
  })
})

describe('a round of a level', () => {
  const level = bank.filter((item) => item.level === 'B2').map(({ id }) => id)
  const drawn = (seen: readonly number[], times = 200) => {
    const shared = sources({ seen: new Set(seen), random: seededRandom(5) })
    return new Set(Array.from({ length: times }, () => drawRound('B2', shared).map(({ item }) => item.id)).flat())
  }

  it('is drawn from what is new, then from the half that was asked longest ago', () => {
    expect([...drawn(level.slice(0, 26))].sort()).toEqual(level.slice(26).sort())
    expect([...drawn(level)].sort()).toEqual(level.slice(0, 15).sort())
    expect([...drawn(level.toReversed())].sort()).toEqual(level.slice(15).sort())
    // Two are new: each round has both, and one of long ago.
    const mixed = drawn(level.slice(0, 28))
    expect(level.slice(28).every((id) => mixed.has(id))).toBe(true)
    expect(level.slice(14, 28).some((id) => mixed.has(id))).toBe(false)
  })
})

describe('the next round', () => {
  const answers: ScoredAnswer[] = ['right', 'right', 'unknown'].map((response) => ({
    response: response as ScoredAnswer['response'],
    parameters: { difficulty: -0.9, discrimination: 1.2 },
  }))
  const levelsOf = (rule: 'staircase' | 'estimate', more: Partial<DrawSources>, given = answers) => {
    const step = nextStep(testPlan(rule), given, sources(more))
    return step.kind === 'round' ? new Set(step.drawn.map(({ item }) => item.level)) : undefined
  }

  it('is of one level under the staircase, in the first round, and without a calibration', () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = seededRandom(seed)
      expect(levelsOf('staircase', { random })).toEqual(new Set(['B2']))
      expect(levelsOf('estimate', { random }, [])).toEqual(new Set([START_LEVEL]))
      expect(levelsOf('estimate', { random, parametersOf: () => null })?.size).toBe(1)
    }
    expect(isCalibrated(sources({ parametersOf: () => null }))).toBe(false)
    expect(isCalibrated(sources())).toBe(true)
  })

  it('is by information under the estimate with a calibration', () => {
    const sizes = Array.from({ length: 20 }, (_, seed) => levelsOf('estimate', { random: seededRandom(seed) })?.size)
    expect(sizes).toContain(2)
  })
})
