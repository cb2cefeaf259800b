import { expect, it } from 'vitest'
import type { Item } from '#quiz/bank.ts'
import { changedItems, readingsOf, unchangedNotes } from './followers.ts'
import { itemHash } from './item-readings.ts'

const item: Item = {
  id: 61,
  level: 'B1',
  question: 'Sie ____.',
  correct: ['saß'],
  incorrect: ['sitzt', 'setzte', 'säße'],
  image: '',
  point: 'G1',
  whyRight: '“Saß” is past.',
  why: ['“Sitzt” is present.', '“Setzte” needs “sich”.', '“Säße” is imagined.'],
  pair: { option: 'sitzt', sentence: 'Heute sitzt sie.' },
}

it('lists the unchanged notes of a changed sentence', () => {
  const changed = {
    ...item,
    question: 'Gestern ____ sie.',
    whyRight: '“Gestern” is past.',
    why: ['New.', ...item.why.slice(1)],
  }
  expect(changedItems([item], [changed, { ...item, id: 62 }]).map(({ id }) => id)).toEqual([61, 62])
  expect(unchangedNotes([item], changed)).toEqual(['pair', 'why 2', 'why 3'])
  expect(unchangedNotes([item], { ...item, id: 62 })).toEqual([])
})

it('ignores an updated note, but not a picture or a level', () => {
  expect(changedItems([item], [{ ...item, whyRight: 'Better.' }])).toEqual([])
  expect(changedItems([item], [{ ...item, image: 'chair' }])).toHaveLength(1)
  expect(changedItems([item], [{ ...item, level: 'B2' }])).toHaveLength(1)
})

it('counts the readings that a new wording lost', () => {
  const changed = { ...item, question: 'Gestern ____ sie.' }
  const readings = [item, item, changed].map((each) => ({ hash: itemHash(each) }))
  expect(readingsOf([item], changed, readings)).toEqual({ kept: 1, lost: 2 })
  expect(readingsOf([item], { ...item, level: 'B2' }, readings)).toEqual({ kept: 2, lost: 0 })
  expect(readingsOf([], changed, readings)).toEqual({ kept: 1, lost: 0 })
})
