import { describe, expect, it } from 'vitest'
import { importExamples } from '#harness/import-examples.ts'
import { decodeFile, type ReadFile, readBytes, readCardSets, readTeachers } from './read-file.ts'

const { teacher, set } = importExamples()

const faults = (entries: unknown, read: (text: string) => ReadFile<unknown> = readTeachers) => {
  const result = read(JSON.stringify(entries, null, 1))
  return result.ok ? [] : result.faults
}

describe('a file to import', () => {
  it('reports all its faults, each with its place', () => {
    const wrong = { ...teacher, nickname: ' ', min_price: 12.5, languages: ['french', 'latin'], extra: 1 }
    const { about: _about, ...missing } = teacher
    const entries = [teacher, wrong, { ...missing, key: 'other' }, 7]
    const lines = JSON.stringify(entries, null, 1).split('\n')
    const lineOf = (text: string, nth = 0) => lines.flatMap((line, at) => (line.includes(text) ? [at + 1] : []))[nth]
    expect(faults(entries)).toEqual([
      `line ${lineOf('"nickname": " "')}, [1].nickname must be one line of 1 to 60 characters, without spaces around it`,
      `line ${lineOf('latin')}, [1].languages[1] must be one of english, spanish, french, german, japanese, korean, chinese, italian`,
      `line ${lineOf('12.5')}, [1].min_price must be a whole number from 0 to 1000000`,
      `line ${lineOf('extra')}, [1].extra is not a known field`,
      `line ${Number(lineOf('"key": "other"')) - 1}, [2].about is missing; it must be text of at most 1000 characters`,
      `line ${lines.length - 1}, [3] must be an object`,
      `line ${lineOf(`"key": "${teacher.key}"`, 1)}, [1].key is that of [0] too`,
    ])
  })

  it.each([
    ['2027-02-30T08:00Z', '2027-03-02T09:00Z', 'has a date that does not exist'],
    ['2027-01-11T24:00Z', '2027-01-12T09:00Z', 'has a date that does not exist'],
    ['2027-01-11T09:00Z', '2027-01-11T09:00Z', 'ends before it begins'],
  ])('free time from %s to %s: %s', (start_time, end_time, fault) => {
    expect(faults([{ ...teacher, free: [{ start_time, end_time }] }])).toEqual([
      expect.stringMatching(new RegExp(`^line \\d+, \\[0\\]\\.free\\[0\\] ${fault}$`)),
    ])
  })

  it('takes times in seconds and milliseconds since 1970, and with fractions of a second', () => {
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

  it('takes UTF-8 with a byte order mark, and says which other encoding a file seems to have', () => {
    const text = JSON.stringify([teacher], null, 1)
    const bytes = (encoding: BufferEncoding, mark = '') => Buffer.from(`${mark}${text}`, encoding)
    expect(readTeachers(decodeFile(bytes('utf8', '\ufeff'))).ok).toBe(true)
    expect(() => decodeFile(bytes('utf16le', '\ufeff'))).toThrow('the file is in UTF-16; save it as UTF-8')
    expect(() => decodeFile(bytes('utf16le'))).toThrow('UTF-16')
    expect(() => decodeFile(bytes('latin1'))).toThrow('not in UTF-8 (line 4), but perhaps in Latin-1')
  })

  it('refuses the same time twice', () => {
    const [slot] = teacher.free
    expect(faults([{ ...teacher, free: [slot, slot] }])).toEqual([
      expect.stringMatching(/^line \d+, \[0\]\.free\[1\] begins when an earlier one does$/),
    ])
  })

  it('refuses cards whose two sides are in one language', () => {
    expect(faults([{ ...set, cards: [['one']] }], readCardSets)[0]).toMatch(/, \[0\]\.cards\[0\]/)
    expect(faults([{ ...set, back_language: 'french' }], readCardSets)).toEqual([
      expect.stringContaining(", [0].back_language is the front's"),
    ])
  })

  it.each(['', '{', '{}', '[]', 'null', '"x"'])('%j is not a file of entries', (text) => {
    expect(readTeachers(text).ok).toBe(false)
  })
})

describe('a hostile file to import', () => {
  const one = (entry: object) => faults([{ ...teacher, ...entry }])
  const inFile = (text: string) => {
    const read = readTeachers(text)
    return read.ok ? [] : read.faults
  }
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  it('of 30,000 entries with one key: 200 faults are told, and how many more there are', () => {
    const told = faults(new Array(30_000).fill({ ...teacher, free: [] }))
    expect(told).toHaveLength(201)
    expect(told[0]).toMatch(/^line \d+, \[1\]\.key is that of \[0\] too$/)
    expect(told.at(-1)).toBe('and 29799 more')
  })

  it.each([
    ['a NUL', 'A\u0000b', '0000'],
    ['half a surrogate pair', 'A\ud800b', 'D800'],
    ['a sign of direction', 'Admin \u202e<b>', '202E'],
    ['an isolate', 'A\u2066b', '2066'],
    ['nothing but a filler', '\u3164', '3164'],
    ['a space of no width', 'A\u200bb', '200B'],
    ['an escape', 'A\u001b[31m', '001B'],
    ['a tag beyond the first plane', 'A\u{e0001}', 'E0001'],
  ])('with %s in any text that people see, is refused with line and character', (_, text, code) => {
    const fault = (place: string) =>
      expect.stringMatching(
        new RegExp(`^line \\d+, \\[0\\]${place} holds the character U\\+${code}, which nobody sees`),
      )
    expect(one({ nickname: text })).toEqual([fault('.nickname')])
    expect(one({ about: text })).toEqual([fault('.about')])
    expect(one({ avatar_file_name: text })).toEqual([fault('.avatar_file_name')])
    expect(one({ booking_url: `https://example.com/${text}` })).toEqual([fault('.booking_url')])
    const sets = (more: object) => faults([{ ...set, ...more }], readCardSets)
    expect(sets({ title: text })).toEqual([fault('.title')])
    expect(sets({ text_code: [text] })).toEqual([fault('.text_code\\[0\\]')])
    expect(sets({ cards: [['one', text]] })).toEqual([fault('.cards\\[0\\]\\[1\\]')])
  })

  it('is none for lines in the text about somebody, and joined letters and emoji anywhere', () => {
    expect(one({ about: 'Hello!\n\tمی\u200cخواهم \u{1f469}\u200d\u{1f3eb} ❤\ufe0f' })).toEqual([])
    expect(one({ nickname: 'Амели́ 李 José' })).toEqual([])
    expect(one({ nickname: 'مه\u200cآفرین \u{1f469}\u200d\u{1f3eb} ❤\ufe0f' })).toEqual([])
  })

  it.each([
    ['a deep entry', `[${JSON.stringify(teacher)},\n${nested(50_000)}]`, 'line 2, [1] has more than 20 levels'],
    [
      'deep values in a list without repetition',
      `[${JSON.stringify({ ...teacher, languages: [] }).replace('"languages":[]', `"languages":[${nested(9000)},${nested(9000)}]`)}]`,
      'line 1, [0] has more than 20 levels',
    ],
    ['nothing but levels', nested(1_000_000), 'line 1, [0] has more than 20 levels'],
    [
      'a name as long as a book',
      JSON.stringify([{ ...teacher, nickname: 'a '.repeat(5_000_000) }], null, 1),
      'line 4, [0].nickname has 10000000 characters; no text may be so long',
    ],
  ])('with %s', (_, text, fault) => {
    expect(inFile(text)).toEqual([fault])
  })

  it('with names of fields that objects have anyhow', () => {
    const text = JSON.stringify([teacher]).replace('{', '{"__proto__":{"is_pro":true},"constructor":1,"toString":2,')
    expect(inFile(text)).toEqual(
      ['__proto__', 'constructor', 'toString'].map((name) => `line 1, [0].${name} is not a known field`),
    )
  })

  it('that is no JSON: the line is told', () => {
    for (const text of ['[\n{"a":1},\n]', '[\n{"a":1},\n{"a":"\0"}]', '[\n\n\u001b[31m]'])
      expect(inFile(text)).toEqual([expect.stringMatching(/^the file is no JSON: .* \(line 3\b/s)])
  })

  it('without an end is not read to its end', async () => {
    await expect(readBytes('/dev/zero')).rejects.toThrow('more than 100 MB')
  })
})
