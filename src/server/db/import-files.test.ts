import { describe, expect, it } from 'vitest'
import { importExamples } from '#harness/import-examples.ts'
import { type ReadFile, readCardSets, readTeachers } from './import-files.ts'

const { teacher, set } = importExamples()

const faults = (entries: unknown, read: (text: string) => ReadFile<unknown> = readTeachers) => {
  const result = read(JSON.stringify(entries))
  return result.ok ? [] : result.faults
}

describe('a file to import', () => {
  it('reports all its faults, each with its place', () => {
    const wrong = { ...teacher, nickname: ' ', min_price: 12.5, languages: ['french', 'latin'], extra: 1 }
    const { about: _about, ...missing } = teacher
    const told = faults([teacher, wrong, { ...missing, key: 'other' }, 7])
    for (const place of ['[1].nickname', '[1].min_price', '[1].languages[1]', '[1] must not', '[2] must', '[3] must'])
      expect(told.filter((fault) => fault.startsWith(place))).toHaveLength(1)
    expect(told.join('\n')).toMatch(/\[1\].*extra/)
    expect(told).toContain('[1].extra is not a field of this file')
    expect(told.join('\n')).toMatch(/\[2\].*about/)
    expect(told).toContain('[1].key is that of [0] too')
  })

  it.each([
    ['2027-02-30T08:00Z', '2027-03-02T09:00Z', 'has a date that does not exist'],
    ['2027-01-11T24:00Z', '2027-01-12T09:00Z', 'has a date that does not exist'],
    ['2027-01-11T09:00Z', '2027-01-11T09:00Z', 'ends before it begins'],
  ])('free time from %s to %s: %s', (start_time, end_time, fault) => {
    expect(faults([{ ...teacher, free: [{ start_time, end_time }] }])).toEqual([`[0].free[0] ${fault}`])
  })

  it('refuses the same time twice', () => {
    const [slot] = teacher.free
    expect(faults([{ ...teacher, free: [slot, slot] }])).toEqual(['[0].free[1] begins when an earlier one does'])
  })

  it('refuses cards whose two sides are in one language', () => {
    expect(faults([{ ...set, cards: [['one']] }], readCardSets)[0]).toMatch(/^\[0\]\.cards\[0\]/)
    expect(faults([{ ...set, back_language: 'french' }], readCardSets)).toEqual(["[0].back_language is the front's"])
  })

  it.each(['', '{', '{}', '[]', 'null', '"x"'])('%j is not a file of entries', (text) => {
    expect(readTeachers(text).ok).toBe(false)
  })
})
