import { describe, expect, it } from 'vitest'
import { importExamples } from '#harness/import-examples.ts'
import { decodeFile, type ReadFile, readCardSets, readTeachers } from './import-files.ts'

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
    expect(told).toEqual([
      '[1].nickname must be one line of 1 to 60 characters, without spaces around it',
      '[1].languages[1] must be one of english, spanish, french, german, japanese, korean, chinese, italian',
      '[1].min_price must be a whole number from 0 to 1000000',
      '[1].extra is not a known field',
      '[2].about is missing; it must be text of at most 1000 characters',
      '[3] must be an object',
      '[1].key is that of [0] too',
    ])
  })

  it.each([
    ['2027-02-30T08:00Z', '2027-03-02T09:00Z', 'has a date that does not exist'],
    ['2027-01-11T24:00Z', '2027-01-12T09:00Z', 'has a date that does not exist'],
    ['2027-01-11T09:00Z', '2027-01-11T09:00Z', 'ends before it begins'],
  ])('free time from %s to %s: %s', (start_time, end_time, fault) => {
    expect(faults([{ ...teacher, free: [{ start_time, end_time }] }])).toEqual([`[0].free[0] ${fault}`])
  })

  it('19.6: takes times in seconds and milliseconds since 1970, and with fractions of a second', () => {
    const start = Date.UTC(2027, 0, 11, 8)
    const free = [
      { start_time: start, end_time: start + 3600_000 },
      { start_time: start / 1000 + 3600, end_time: start / 1000 + 7200 },
      { start_time: '2027-01-11T10:00:00.000Z', end_time: '2027-01-11T11:00:00Z' },
    ]
    const read = readTeachers(JSON.stringify([{ ...teacher, free }]))
    const hour = (at: number) => new Date(start + at * 3600_000).toISOString()
    expect(read.ok && read.entries[0]?.free).toEqual(
      [0, 1, 2].map((at) => ({ start_time: hour(at), end_time: hour(at + 1) })),
    )
  })

  it('19.6: takes UTF-8 with a byte order mark, and says which other encoding a file seems to have', () => {
    const text = JSON.stringify([teacher], null, 1)
    const bytes = (encoding: BufferEncoding, mark = '') => Buffer.from(`${mark}${text}`, encoding)
    expect(readTeachers(decodeFile(bytes('utf8', '\ufeff'))).ok).toBe(true)
    expect(() => decodeFile(bytes('utf16le', '\ufeff'))).toThrow('the file is in UTF-16; save it as UTF-8')
    expect(() => decodeFile(bytes('utf16le'))).toThrow('UTF-16')
    expect(() => decodeFile(bytes('latin1'))).toThrow('not in UTF-8 (line 4), but perhaps in Latin-1')
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
