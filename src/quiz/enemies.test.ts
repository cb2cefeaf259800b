import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '#harness/seeded-random.ts'
import { nextStep } from './attempt.ts'
import type { Bank, Item } from './bank.ts'
import { LEVELS } from './constants.ts'
import type { DrawnItem } from './draw.ts'
import { type EnemyReason, enemiesOf, enemyPairs } from './enemies.ts'
import { levelCenter, type Response, type ScoredAnswer } from './estimate.ts'
import { LEVEL_RULES } from './level-rule.ts'

function item(id: number, change: Partial<Item> = {}): Item {
  const base = { id, level: 'B1' as const, question: `Sentence ${id} ____.`, correct: [`key ${id}`], image: '' }
  return { ...base, incorrect: [`x${id}`, `y${id}`, `z${id}`], point: `G${id}`, why: [], ...change }
}

const reasons = (one: Partial<Item>, other: Partial<Item>): EnemyReason[] =>
  enemyPairs([item(1, one), item(2, other)]).flatMap((pair) => pair.reasons)

describe('two items are enemies', () => {
  it.each<[why: string, one: Partial<Item>, other: Partial<Item>, reasons: EnemyReason[]]>([
    ['an author marked them', { enemies: [2] }, {}, ['named']],
    ['with the same point and level', { point: 'G3' }, { point: 'G3' }, ['point']],
    ['not with the same point at two levels', { point: 'G3' }, { point: 'G3', level: 'B2' }, []],
    ['with the same answer', { correct: ['Since'] }, { correct: ['since'] }, ['key']],
    ['with three options in common', { incorrect: ['a', 'b', 'c'] }, { incorrect: ['c', 'b', 'a'] }, ['options']],
    [
      'with two options in common, one of them an answer',
      { correct: ['a'], incorrect: ['b', 'c', 'd'] },
      { incorrect: ['a', 'b', 'e'] },
      ['options'],
    ],
    ['not with two wrong options in common', { incorrect: ['a', 'b', 'c'] }, { incorrect: ['a', 'b', 'd'] }, []],
    ['not with one option in common', { correct: ['a'] }, { incorrect: ['a', 'b', 'c'] }, []],
    ['with a stem that contains the answer', { correct: ['despite'] }, { question: 'Despite it we ____.' }, ['stem']],
    ['not with a part of a word', { correct: ['spite of'] }, { question: 'Despite often ____.' }, []],
    ['not with a short word', { correct: ['what'] }, { question: 'See what ____.' }, []],
    ['with Chinese inside a stem', { correct: ['势必'] }, { question: '这势必____。' }, ['stem']],
    ['with Korean before a particle', { correct: ['망정이지'] }, { question: '망정이지만 ____.' }, ['stem']],
  ])('%s', (_, one, other, expected) => {
    expect(reasons(one, other)).toEqual(expected)
  })

  it('if they’re pictures and one’s word is an option of the other, regardless of topic', () => {
    const picture = { question: '', image: 'cat', point: 'animal', level: 'A1' as const }
    const dog = { ...picture, image: 'dog', correct: ['dog'] }
    expect(reasons({ ...picture, correct: ['cat'] }, { ...dog, incorrect: ['cat', 'b', 'c'] })).toEqual(['options'])
    expect(reasons({ ...picture, correct: ['cat'] }, dog)).toEqual([])
  })
})

/** Two items for each of fifteen points at every level, like the blueprint, and one named pair. */
const bank: Bank = LEVELS.flatMap((level, index) =>
  Array.from({ length: 30 }, (_, at) => item(index * 30 + at + 1, { level, point: `G${at % 15}` })),
).map((each) => (each.id === 61 ? { ...each, enemies: [62, 63, 91] } : each))

function drawAll(from: Bank, isRight: (at: number) => boolean, seed: number, seen = new Set<number>()): Item[] {
  const random = seededRandom(seed)
  const drawn: DrawnItem[] = []
  const answers: ScoredAnswer[] = []
  for (;;) {
    const asked = new Set(drawn.map((each) => each.item.id))
    const step = nextStep(LEVEL_RULES.staircase, answers, { bank: from, asked, seen, random })
    if (step.kind === 'finished') return drawn.map((each) => each.item)
    if (step.kind === 'round') drawn.push(...step.drawn)
    const { level } = (drawn[answers.length] as DrawnItem).item
    const response: Response = isRight(answers.length) ? 'right' : 'wrong'
    answers.push({ response, difficulty: levelCenter(level) })
  }
}

function enemiesAmong(items: readonly Item[], from: Bank): number {
  const enemies = enemiesOf(from)
  return items.filter(({ id }) => items.some((other) => enemies.get(id)?.has(other.id))).length
}

describe('a test', () => {
  it('has no two enemies', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }), fc.integer(), (isRight, seed) => {
        const items = drawAll(bank, (at) => isRight[at] ?? false, seed)
        expect(items).toHaveLength(15)
        expect(enemiesAmong(items, bank)).toBe(0)
      }),
    )
  })

  it('accepts enemies rather than too few questions or items that the visitor has seen', () => {
    const alike = bank.map((each) => ({ ...each, point: 'G1' }))
    expect(new Set(drawAll(alike, () => true, 1).map(({ id }) => id)).size).toBe(15)
    const isFresh = ({ level, point }: Item) => level !== 'B1' || ['G1', 'G2'].includes(point)
    const seen = new Set(bank.filter((each) => !isFresh(each)).map(({ id }) => id))
    expect(drawAll(bank, () => true, 2, seen).filter(({ id }) => seen.has(id))).toEqual([])
  })

  it('draws each item of a level about equally often', () => {
    const counts = new Map<number, number>()
    for (let seed = 1; seed <= 3000; seed++)
      for (const { id, level } of drawAll(bank, () => true, seed).slice(0, 3))
        if (level === 'B1') counts.set(id, (counts.get(id) ?? 0) + 1)
    // 300 each are expected; the item with three more enemies appears slightly less often.
    expect(counts.size).toBe(30)
    for (const count of counts.values()) expect(Math.abs(count - 300)).toBeLessThan(75)
  })
})
