import { describe, expect, it } from 'vitest'
import type { Item } from '#quiz/bank.ts'
import type { Level } from '#quiz/constants.ts'
import { type ItemReading, itemHash } from '../item-readings.ts'
import { readingErrors } from './all-rules.ts'
import type { BankError } from './bank-error.ts'
import { languageBank, readLanguageBank } from './language-bank.ts'
import { summaryErrors } from './read.ts'

const bank = readLanguageBank('english')

function readingOf(item: Item, change: Partial<ItemReading> = {}): ItemReading {
  const [answer = ''] = item.correct
  const level: Level | '' = item.image ? '' : item.level
  const seen = { item: item.id, hash: itemHash(item), shown: [answer, ...item.incorrect] }
  return { ...seen, answer, defensible: [], note: '', level, reader: 'reader 1', date: '2026-11-21', ...change }
}

/** A perfect reading of each item, except for changes by id. */
function readingsWith(changes: Record<number, Partial<ItemReading>>): ItemReading[] {
  return bank.items.map((item) => readingOf(item, changes[item.id]))
}

const found = (errors: readonly BankError[], item: number | null) =>
  errors.filter((error) => error.item === item).map(({ rule, severity, message }) => [rule, severity, message])

/** The first `count` sentences of B1 read as another level. */
function readAs(level: Level, count: number): Record<number, Partial<ItemReading>> {
  const sentences = bank.items.filter((item) => item.level === 'B1').slice(0, count)
  return Object.fromEntries(sentences.map((item) => [item.id, { level }]))
}

describe('the readings of a bank', () => {
  it('pass if each item is confirmed at its level', () => {
    expect(readingErrors(bank, readingsWith({}))).toEqual([])
  })

  it("are requested if an item's current wording has none", () => {
    const errors = readingErrors(bank, readingsWith({ 61: { hash: '0123456789abcdef' }, 5: { hash: '0' } }))
    expect(found(errors, 61)).toEqual([
      [2, 'release', 'Its current wording has no blind reading: make a sheet with npm run banks -- sheet.'],
    ])
    expect(found(errors, 5)[0]?.[2]).toContain('npm run banks -- sheet')
  })

  it('are requested again after changing the stem or options, but not a note', () => {
    const reworded = bank.entries.map((entry) => {
      const item = entry as Item
      if (item.id === 61) return { ...item, question: item.question.replace('____', '____ ') }
      if (item.id === 62) return { ...item, incorrect: [...item.incorrect.slice(1), 'another'] }
      if (item.id === 63) return { ...item, why: item.why.map((note) => `${note} Indeed.`) }
      return item
    })
    const changed = languageBank('english', reworded, bank.points, bank.pictureKeys)
    const errors = readingErrors(changed, readingsWith({}))
    expect(errors.flatMap(({ item }) => item ?? [])).toEqual([61, 62])
  })

  it.each<[error: string, change: Partial<ItemReading>, said: string]>([
    [
      'a different option chosen',
      { answer: bank.items[60]?.incorrect[0] ?? '' },
      `read “${bank.items[60]?.incorrect[0]}”`,
    ],
    ['none chosen', { answer: '' }, 'read none of the four'],
    ['a second option defensible', { defensible: ['another'] }, 'also defended “another”'],
    ['a note', { answer: '', note: 'Two are right' }, '(Two are right)'],
  ])('fail with %s', (_, change, said) => {
    const errors = readingErrors(bank, readingsWith({ 61: change }))
    expect(found(errors, 61)).toEqual([[2, 'fail', expect.stringContaining('Its latest reading does not confirm it')]])
    expect(found(errors, 61)[0]?.[2]).toContain(said)
    expect(found(errors, null)).toEqual([[2, 'fail', expect.stringContaining('B1: 29 of 30 (96.6%)')]])
  })

  it('count by the latest reading of a wording', () => {
    const item = bank.items[60] as Item
    const wrong = readingOf(item, { answer: '' })
    expect(readingErrors(bank, [wrong, ...readingsWith({})])).toEqual([])
    expect(found(readingErrors(bank, [...readingsWith({}), wrong]), 61)).toHaveLength(1)
  })

  it('must match 70% of a level exactly, and 95% within one level', () => {
    const levels = (change: Record<number, Partial<ItemReading>>) => readingErrors(bank, readingsWith(change))
    expect(levels(readAs('B2', 9))).toEqual([])
    expect(found(levels(readAs('B2', 10)), null)).toEqual([
      [20, 'fail', 'B1: 20 of 30 (66.6%) are given our level. Bring it to 70%.'],
    ])
    expect(levels(readAs('C1', 1))).toEqual([])
    expect(found(levels(readAs('C1', 2)), null)).toEqual([
      [20, 'fail', 'B1: 28 of 30 (93.3%) are given our level or an adjacent one. Bring it to 95%.'],
    ])
  })

  it('allow one C2 sentence in ten to be read lower before a release', () => {
    const c2 = bank.items.filter(({ level }) => level === 'C2').slice(0, 5)
    const read = (count: number) => {
      const lower = Object.fromEntries(c2.slice(0, count).map(({ id }) => [id, { level: 'C1' as const }]))
      return found(readingErrors(bank, readingsWith({ ...readAs('B2', 9), ...lower })), null)
    }
    expect(read(3)).toEqual([])
    expect(read(4)).toEqual([[20, 'release', '4 of 30 (13.3%) of C2 are read lower. Bring it to 10%.']])
  })

  it('must match 88% and find 98% natural before a release', () => {
    const b1 = bank.items.filter(({ level }) => level === 'B1')
    const read = (count: number, change: { level: 'B2' } | { natural: number }) =>
      found(
        readingErrors(bank, readingsWith(Object.fromEntries(b1.slice(0, count).map(({ id }) => [id, change])))),
        null,
      )
    const told = (count: number, change: Parameters<typeof read>[1]) =>
      read(count, change).filter(([, severity]) => severity === 'release')
    expect(told(14, { level: 'B2' })).toEqual([])
    expect(told(15, { level: 'B2' })).toEqual([
      [20, 'release', '105 of 120 (87.5%) are given our level. Bring it to 88%.'],
    ])
    expect(told(1, { natural: 3 })).toEqual([[20, 'release', '0 of 1 (0.0%) are natural. Bring it to 98%.']])
    expect(told(1, { natural: 4 })).toEqual([])
  })

  it("aren't counted by level while an item is malformed", () => {
    const broken = languageBank('english', [...bank.entries.slice(0, -1), 'no item'], bank.points, bank.pictureKeys)
    expect(readingErrors(broken, [])).toHaveLength(179)
    const one = readingsWith({ 61: { level: 'C2' } }).filter(({ item }) => item === 61)
    expect(found(readingErrors(bank, one), null).map(([rule, severity]) => [rule, severity])).toEqual([
      [20, 'release'],
      [20, 'release'],
      [20, 'release'],
    ])
  })
})

it('the summary must be what the readings say now', () => {
  expect(summaryErrors('A', 'A')).toEqual([])
  expect(summaryErrors('A', 'B')[0]).toMatchObject({
    severity: 'release',
    message: expect.stringContaining('npm run banks -- summary'),
  })
})
