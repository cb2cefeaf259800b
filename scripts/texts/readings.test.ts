import { expect, it } from 'vitest'
import { catalogHash } from './catalogs.ts'
import { presentTextsReading, readingFaults, type TextsReading } from './readings.ts'

const texts = { 'a.one': 'Eins', 'a.two': 'Zwei' }
const reading: TextsReading = {
  locale: 'de',
  part: 'account',
  hash: catalogHash(texts),
  reader: 'reader de-1',
  date: '2026-11-21',
  verdict: 'good',
  notes: '',
}

it('a reading counts for the texts that were read, in any order', () => {
  const present = (now: Record<string, string>, readings = [reading]) =>
    presentTextsReading(readings, { locale: 'de', part: 'account', texts: now })?.verdict
  expect(present({ 'a.two': 'Zwei', 'a.one': 'Eins' })).toBe('good')
  expect(present({ ...texts, 'a.two': 'Zwo' })).toBeUndefined()
  expect(present({ ...texts, 'a.three': 'Drei' })).toBeUndefined()
  expect(present(texts, [reading, { ...reading, verdict: 'mend' }])).toBe('mend')
  expect(present(texts, [{ ...reading, part: 'legal' }])).toBeUndefined()
})

it.each([
  [{ locale: 'nl' }, '--locale is one of'],
  [{ part: 'nothing' }, '--part is one of'],
  [{ reader: ' ' }, '--reader must name'],
  [{ verdict: 'fine' }, '--verdict is one of'],
  [{ verdict: 'mend' }, '--notes must say what'],
  [{ hash: '0'.repeat(16) }, 'they have changed since'],
])('a reading with %j is not recorded', (change, fault) => {
  expect(readingFaults(reading, texts)).toEqual([])
  expect(readingFaults({ ...reading, ...change }, texts).join()).toContain(fault)
})

it('a missing part cannot have been read', () => {
  expect(readingFaults(reading, undefined).join()).toContain('there are no texts')
})
