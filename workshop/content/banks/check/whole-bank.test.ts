import { describe, expect, it } from 'vitest'
import type { Item } from '#quiz/bank.ts'
import { LEVELS } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { languageBank } from './language-bank.ts'
import { isKeyOddOneOut } from './odd-one-out.ts'
import { reportedAfter } from './planted.ts'
import {
  dialoguesOf,
  mostOfTopic,
  recycledEndings,
  recycledOptions,
  unforeseenEnemies,
  wholeBankErrors,
} from './whole-bank.ts'

const WORDS = ['wind', 'rain', 'snow', 'storm', 'fog', 'hail', 'dew', 'frost']

function sentence(id: number, change: Partial<Item> = {}): Item {
  const incorrect = ['a', 'b', 'c'].map((letter) => `${WORDS[id % 8]}${letter}${id}`)
  const base = {
    id,
    level: LEVELS[2] as Item['level'],
    question: `Stem ${id} ____.`,
    correct: [`${WORDS[id % 8]}${id}`],
    incorrect,
  }
  return { ...base, image: '', point: `G${id}`, why: ['', '', ''], ...change }
}
const bankOf = (items: Item[], language: Language = 'english') => languageBank(language, items, {}, [])
const told = (items: Item[], language?: Language) =>
  wholeBankErrors(bankOf(items, language)).map(({ message }) => message)

describe('options over a whole bank', () => {
  const worn = (id: number) => sentence(id, { incorrect: ['Whereas', `x${id}`, `y${id}`] })

  it('finds an option that is wrong in three items and never right', () => {
    expect(recycledOptions(bankOf([worn(1), worn(2), sentence(3)]))).toEqual([])
    expect(recycledOptions(bankOf([worn(1), worn(2), worn(3)]))).toEqual([{ option: 'whereas', items: [1, 2, 3] }])
    expect(recycledOptions(bankOf([worn(1), worn(2), worn(3), sentence(4, { correct: ['whereas'] })]))).toEqual([])
  })

  it('finds an ending that is wrong in five Korean items and never right', () => {
    const items = [1, 2, 3, 4, 5].map((id) =>
      sentence(id, { correct: ['가려고'], incorrect: [`${'가나다라마'[id - 1]}느니`, '가거나', '가려다'] }),
    )
    expect(recycledEndings(bankOf(items, 'korean')).map(({ option }) => option)).toContain('느니')
    expect(recycledEndings(bankOf(items.slice(1), 'korean')).map(({ option }) => option)).not.toContain('느니')
  })

  it.each<[Language, key: string, others: string[], isOdd: boolean]>([
    ['spanish', 'supiera', ['sabía', 'supo', 'sabrá'], true],
    ['spanish', 'sepa', ['supiera', 'supo', 'sabrá'], false],
    ['french', 'puisse', ['peut', 'pourra', 'pouvait'], true],
    ['italian', 'abitasse', ['abiterebbe', 'abiterà', 'abitando'], true],
    ['english', 'to take', ['taking', 'took', 'taken'], true],
    ['english', 'have had', ['are having', 'were having', 'will have'], false],
    ['japanese', '次第', ['つつ', 'ながら', 'きり'], true],
    ['chinese', '除非', ['只要', '如果', '即使'], false],
  ])('%s: “%s” among %j is the only one of its form: %s', (language, key, others, isOdd) => {
    expect(isKeyOddOneOut(sentence(1, { correct: [key], incorrect: others }), language)).toBe(isOdd)
  })
})

describe('enemies beyond the blueprint', () => {
  it("are reported, but those with the same point aren't", () => {
    const pair = [sentence(1, { point: 'G1' }), sentence(2, { point: 'G1' })]
    expect(unforeseenEnemies(bankOf(pair))).toEqual([])
    const printing = sentence(3, { question: 'After the storm3 they ____.', correct: ['left'] })
    expect(told([printing, sentence(5, { correct: ['storm3'] })])).toContainEqual(expect.stringContaining('(stem)'))
  })
})

describe('breadth', () => {
  it('limits a topic to 12% of a level', () => {
    const items = Array.from({ length: 30 }, (_, index) => sentence(index + 1, { topic: index < 4 ? 'arts' : 'work' }))
    expect(mostOfTopic(bankOf(items), 'B1')).toBe(3)
    expect(told(items)).toContain('B1: 4 items are on arts. Bring it to 3.')
    expect(told(items.slice(0, 29))).not.toContain('B1: 3 items are on arts. Bring it to 3.')
  })

  it('lists sentences without a topic', () => {
    expect(told([sentence(1), sentence(2, { topic: 'law' })])).toContain('Items without a topic: 1.')
  })

  it.each([
    ['“Is she in?” “No, she ____.”', 1],
    ['– ¿Vienes? – No, ____ en casa.', 1],
    ['你去吗？我____。', 1],
    ['– Tu viens ? – Non, je ____.', 1],
    ['Why did you ____ it?', 0],
    ['He asked “why” and ____.', 0],
  ])('%s has %i dialogue', (question, count) => {
    expect(dialoguesOf(bankOf([sentence(1, { question })]), 'B1')).toHaveLength(count)
  })
})

it('checks topic and enemies as fields', () => {
  expect(reportedAfter('english', { topic: 'arts', enemies: [62] })).toEqual([])
  expect(reportedAfter('english', { topic: 'music' })).toEqual(['0 fail'])
  expect(reportedAfter('english', { enemies: ['62'] })).toEqual(['0 fail'])
  expect(reportedAfter('english', { enemies: [61] })).toEqual(['0 fail'])
  expect(reportedAfter('english', { enemies: [999] })).toEqual(['0 fail'])
})
