import { describe, expect, it } from 'vitest'
import type { Item } from '#quiz/bank.ts'
import { anchorErrors } from './anchor.ts'
import { capErrors, contextErrors, sentencesIn, trapErrors } from './caps.ts'
import { languageBank } from './language-bank.ts'
import { reportedAfter } from './planted.ts'

const TALK = '“Coming along?” “I’d love to, but I really ____.”'

function sentence(id: number, change: Partial<Item> = {}): Item {
  const item: Item = {
    ...{ id, level: 'C2', question: `Number ${id} is what they ____ here.`, image: '', point: 'V1', why: [] },
    ...{ correct: ['say'], incorrect: ['tell', 'speak', 'talk'] },
  }
  return { ...item, ...change }
}

const bankOf = (items: readonly Item[]) => languageBank('english', items, {}, [])
const thirty = (changeOf: (index: number) => Partial<Item>) =>
  bankOf(Array.from({ length: 30 }, (_, index) => sentence(index + 1, changeOf(index))))
const told = (changeOf: (index: number) => Partial<Item>) => capErrors(thirty(changeOf)).map(({ message }) => message)

describe('caps over a level', () => {
  it.each<[cap: string, most: number, change: Partial<Item>, message: string]>([
    ['two items on one structure', 2, { structure: 'inversion' }, 'test one structure, inversion'],
    ['three from courts, companies, and offices', 3, { topic: 'law' }, 'are from courts, companies, and offices'],
    ['three idioms', 3, { fossil: 'idiom' }, 'are fossils (idiom)'],
    ['one archaic form', 1, { fossil: 'archaic' }, 'are fossils (archaic)'],
  ])('at most %s', (_, most, change, message) => {
    const withSo = (count: number) =>
      told((index) => (index < count ? change : {})).filter((it) => it.startsWith('C2: ') && it.includes(message))
    expect(withSo(most)).toEqual([])
    expect(withSo(most + 1)).toHaveLength(1)
  })

  it.each<[cap: string, least: number, change: Partial<Item>, message: string]>([
    ['five from science and nature', 5, { topic: 'environment' }, 'items are from science and nature'],
    ['five from work and study', 5, { topic: 'school' }, 'items are from work and study'],
    ['five dialogues with an implied meaning', 5, { question: TALK, act: 'refusal' }, 'dialogues have an “act”'],
    ['fifteen contexts at C2', 15, { question: 'It rained. We ____ in.' }, 'have a context of two or three sentences'],
  ])('at least %s', (_, least, change, message) => {
    const withSo = (count: number) =>
      told((index) => (index < count ? change : {})).filter((it) => it.startsWith('C2: ') && it.includes(message))
    expect(withSo(least)).toEqual([])
    expect(withSo(least - 1)).toHaveLength(1)
  })
})

it.each([
  ['It rained. We ____ in.', 2],
  [TALK, 2],
  ['雨だった。家に____。', 2],
  ['It rose by 3.5 points and ____ again.', 1],
])('%s has %i sentences', (question, count) => {
  expect(sentencesIn(question)).toBe(count)
})

it('limits a stem to 300 characters and four sentences', () => {
  const errors = (question: string) => contextErrors(bankOf([sentence(1, { question })])).length
  expect(errors(`${'a'.repeat(295)}____`)).toBe(0)
  expect(errors(`${'a'.repeat(297)}____`)).toBe(1)
  expect(errors('A. B. C. D. ____.')).toBe(1)
})

it('requires structure and traps of a sentence, and allows an act only in a dialogue', () => {
  const errors = (change: Partial<Item>) => trapErrors(bankOf([sentence(1, change)])).length
  expect(errors({})).toBe(2)
  expect(errors({ structure: 'say', traps: ['field', 'field', 'field'] })).toBe(0)
  expect(errors({ structure: 'say', traps: ['field', 'field', 'field'], act: 'irony' })).toBe(1)
})

describe('the anchor of a vocabulary key', () => {
  const corpus = 'OpenSubtitles 2018'
  const reported = (anchor: Item['anchor'], point = 'V1') =>
    anchorErrors(bankOf([sentence(1, { point, ...(anchor !== undefined && { anchor }) })])).map(
      ({ severity }) => severity,
    )
  it.each<[name: string, anchor: Item['anchor'], severities: string[]]>([
    ['none', undefined, ['release']],
    ['one level below', { list: 'Octanove', level: 'C1' }, []],
    ['two levels below', { list: 'CEFR-J', level: 'B2' }, ['look']],
    ['a word that the list lacks', { list: 'CEFR-J', level: null, word: 'say' }, []],
    ['an unknown list', { list: 'My list', level: 'C2' }, ['fail']],
    ['a list of another language', { list: 'JLPT', level: 'N1' }, ['fail']],
    ['an unknown level', { list: 'CEFR-J', level: 'C2' }, ['fail']],
    ['a list and a rank', { list: 'CEFR-J', level: 'B2', corpus, rank: 200 }, ['look', 'look']],
    ['a phrase', null, []],
    ['a rare word', { corpus, rank: 30_000 }, []],
    ['a word beyond all ranks', { corpus, rank: null }, []],
    ['one of the most frequent', { corpus, rank: 200 }, ['look']],
    ['an unknown corpus', { corpus: 'My emails', rank: 30_000 }, ['fail']],
  ])('%s', (_, anchor, severities) => {
    expect(reported(anchor)).toEqual(severities)
  })

  it("isn't required for grammar", () => {
    expect(reported(undefined, 'G1')).toEqual([])
  })
})

it('has its field types checked', () => {
  expect(reportedAfter('english', { act: 'shouting' })).toEqual(['0 fail'])
  expect(reportedAfter('english', { fossil: 'stone' })).toEqual(['0 fail'])
  expect(reportedAfter('english', { traps: ['tense', 'tense'] })).toEqual(['0 fail'])
  expect(reportedAfter('english', { traps: ['tense', 'tense', 'spelling'] })).toEqual(['0 fail'])
  expect(reportedAfter('english', { anchor: { list: 'CEFR-J' } })).toEqual(['0 fail'])
  expect(reportedAfter('english', { anchor: { corpus: 'OpenSubtitles 2018', rank: 0 } })).toEqual(['0 fail'])
})
