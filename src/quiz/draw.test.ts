import { describe, expect, it } from 'vitest'
import { seededRandom } from '#harness/seeded-random.ts'
import type { Bank, Item } from './bank.ts'
import { LEVELS } from './constants.ts'
import { type DrawSources, drawRound, toAsked } from './draw.ts'

/** Thirty items per level with nothing in common. */
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

const sources = (more: Partial<DrawSources> = {}): DrawSources => ({
  ...{ bank, asked: new Set(), seen: new Set(), random: seededRandom(1) },
  ...more,
})

it('shows the right option equally often at each of the four places', () => {
  const shared = sources({ random: seededRandom(3) })
  const places = new Array<number>(4).fill(0)
  for (let round = 0; round < 1000; round++)
    for (const { item, options } of drawRound('B1', shared)) {
      expect([...options].sort()).toEqual([...item.correct, ...item.incorrect].sort())
      const place = options.indexOf(item.correct[0] as string)
      places[place] = (places[place] ?? 0) + 1
    }
  for (const count of places) expect(Math.abs(count - 750)).toBeLessThan(100)
})

describe('a round at a level', () => {
  const level = bank.filter((item) => item.level === 'B2').map(({ id }) => id)
  const drawn = (seen: readonly number[], times = 200) => {
    const shared = sources({ seen: new Set(seen), random: seededRandom(5) })
    return new Set(Array.from({ length: times }, () => drawRound('B2', shared).map(({ item }) => item.id)).flat())
  }

  it('draws new items first, then from the half that was asked longest ago', () => {
    expect([...drawn(level.slice(0, 26))].sort()).toEqual(level.slice(26).sort())
    expect([...drawn(level)].sort()).toEqual(level.slice(0, 15).sort())
    expect([...drawn(level.toReversed())].sort()).toEqual(level.slice(15).sort())
    // Two are new, so each round has both plus one old item.
    const mixed = drawn(level.slice(0, 28))
    expect(level.slice(28).every((id) => mixed.has(id))).toBe(true)
    expect(level.slice(14, 28).some((id) => mixed.has(id))).toBe(false)
  })
})

describe('an asked item', () => {
  it("has its bank's difficulty, or none", () => {
    const [item] = bank as [Item]
    const asked = (difficulty?: number) =>
      toAsked({ item: { ...item, ...(difficulty === undefined ? {} : { difficulty }) }, options: [] }, () => 'v')
    expect(asked(1.5).difficulty).toBe(1.5)
    expect('difficulty' in asked()).toBe(false)
  })
})
