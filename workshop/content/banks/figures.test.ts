import { describe, expect, it } from 'vitest'
import type { Item } from '#quiz/bank.ts'
import { drawReadingsOf, figuresOf, historiesOf, share, wholeReadingsOf } from './figures.ts'
import { type ItemReading, itemHash } from './item-readings.ts'

const item: Item = {
  id: 61,
  level: 'B1',
  question: 'She ____ tea.',
  correct: ['drinks'],
  incorrect: ['eats', 'reads', 'wears'],
  image: '',
  point: 'G1',
  why: ['It is wrong.', 'It is wrong.', 'It is wrong.'],
}
const reading: ItemReading = {
  item: 61,
  hash: itemHash(item),
  shown: ['eats', 'drinks', 'reads', 'wears'],
  answer: 'drinks',
  defensible: [],
  note: '',
  level: 'B2',
  reader: 'reader 1',
  date: '2026-11-21',
}
const former = { ...reading, hash: '0123456789abcdef', answer: 'takes' }
const figures = (...readings: ItemReading[]) => figuresOf(historiesOf([item], readings))

describe('the figures', () => {
  it('count one confirming reading', () => {
    expect(figures(reading)).toEqual({
      items: 1,
      firstAgreed: 1,
      firstKnown: 1,
      repaired: 0,
      read: 1,
      confirmed: 1,
      overruled: 0,
      leveled: 1,
      levelEqual: 0,
      levelNear: 1,
      levelLower: 0,
      rated: 0,
      natural: 0,
      readers: ['reader 1'],
    })
  })

  it('count lower levels and natural sentences', () => {
    expect(figures({ ...reading, level: 'A2', natural: 4 })).toMatchObject({ levelLower: 1, rated: 1, natural: 1 })
    expect(figures({ ...reading, natural: 3 })).toMatchObject({ levelLower: 0, rated: 1, natural: 0 })
  })

  it('record whether the first reading of a changed item agreed', () => {
    expect(figures({ ...former, agreed: false }, reading)).toMatchObject({ firstAgreed: 0, firstKnown: 1, repaired: 1 })
    expect(figures({ ...former, agreed: true }, reading)).toMatchObject({ firstAgreed: 1, firstKnown: 1, repaired: 1 })
    expect(figures(former, reading)).toMatchObject({ firstAgreed: 0, firstKnown: 0, repaired: 1, confirmed: 1 })
  })

  it('count an item that a second reader confirmed unchanged', () => {
    const doubting = { ...reading, defensible: ['eats'] }
    expect(figures(doubting, reading)).toMatchObject({ firstAgreed: 0, repaired: 0, confirmed: 1, overruled: 1 })
    expect(figures(reading, doubting)).toMatchObject({ firstAgreed: 1, confirmed: 0, overruled: 0 })
  })

  it('are zero without readings', () => {
    expect(figures()).toMatchObject({ items: 1, firstKnown: 0, repaired: 0, confirmed: 0, leveled: 0, readers: [] })
  })
})

it('round shares down, so only a full share is 100%', () => {
  expect([share(1439, 1440), share(3, 3), share(0, 0)]).toEqual(['1439 of 1440 (99.9%)', '3 of 3 (100.0%)', '–'])
})

describe('a reader of a whole bank', () => {
  const other: Item = { ...item, id: 151, level: 'C2' }
  const rated = { ...reading, natural: 3, agreed: false, level: 'B1' as const }
  const ofOther = { ...reading, item: 151, natural: 5, agreed: true, level: 'C1' as const }
  const whole = (...readings: ItemReading[]) => wholeReadingsOf(historiesOf([item, other], readings))

  it('is judged by the bank at the time of the reading', () => {
    expect(whole(rated, { ...ofOther, hash: 'changed since' })).toEqual([
      {
        reader: 'reader 1',
        date: '2026-11-21',
        read: 2,
        confirmed: 1,
        levelEqual: 1,
        ofC2: 1,
        lowerC2: 1,
        natural: 1,
      },
    ])
  })

  it('has judged and rated every sentence', () => {
    expect(whole(rated)).toEqual([])
    expect(whole(rated, { ...ofOther, reader: 'reader 2' })).toEqual([])
    expect(whole(reading, ofOther)).toEqual([])
  })
})

it('count the readers of a draw, with the levels of sentences only', () => {
  const picture: Item = { ...item, id: 1, level: 'A1', image: 'cat' }
  const drawn = { ...reading, reader: 'reader draw3-1', natural: 3, agreed: true, level: 'C1' as const }
  const ofPicture = { ...drawn, item: 1, natural: 5, agreed: false, level: '' as const }
  const other = { ...drawn, reader: 'reader 2' }
  const rows = drawReadingsOf(historiesOf([picture, item], [drawn, ofPicture, other]))
  expect(rows).toMatchObject([
    { reader: 'reader draw3-1', read: 2, confirmed: 1, leveled: 1, levelEqual: 0, rated: 1, natural: 0 },
  ])
})
