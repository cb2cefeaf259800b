import { describe, expect, it } from 'vitest'
import { importExample } from '#harness/import-example.ts'
import { readImportFile } from './read-file.ts'

const { teacher, set } = importExample()

const errors = (file: unknown): string[] => {
  try {
    readImportFile(JSON.stringify(file))
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}
const ofTeacher = (more: object) => errors({ teachers: [{ ...teacher, ...more }] })
const ofSet = (more: object) => errors({ vocabulary: [{ ...set, ...more }] })

describe('an import file', () => {
  it('reports every error by entry and field', () => {
    const wrong = { ...teacher, nickname: ' ', min_price: 12.5, languages: ['french', 'latin'], extra: 1 }
    const { about: _about, ...missing } = teacher
    const { cards: _cards, ...empty } = set
    expect(errors({ teachers: [teacher, wrong, missing, 7], vocabulary: [empty], levels: [] })).toEqual([
      'teachers.1.nickname must be one line of 1 to 60 visible characters, without surrounding spaces',
      'teachers.1.languages.1 must be one of english, spanish, french, german, japanese, korean, chinese, italian',
      'teachers.1.min_price must be a whole number from 0 to 1000000',
      'teachers.1.extra is not a known field',
      'teachers.2.about is missing; it must be text of at most 1000 visible characters',
      'teachers.3 must be an object',
      'vocabulary.0.cards is missing; it must be a list',
      'levels is not a known field',
    ])
  })

  it.each([
    ['two entries with one key', { teachers: [teacher, teacher] }, 'teachers.1.key is also the key of teachers.0'],
    [
      'a set in one language',
      { vocabulary: [{ ...set, back_language: 'french' }] },
      'vocabulary.0.back_language equals front_language',
    ],
    [
      'more languages than exist',
      { teachers: [{ ...teacher, languages: Array(9).fill('french') }] },
      'teachers.0.languages must not have more than 8 items',
    ],
    ['a list', [teacher], 'the file must be an object'],
    ['null', null, 'the file must be an object'],
  ])('%s', (_, file, error) => {
    expect(errors(file)).toEqual([error])
  })

  it.each([
    ['2027-02-30T08:00Z', '2027-03-02T09:00Z', 'teachers.0.free.0 has a date that does not exist'],
    ['2027-01-11T09:00Z', '2027-01-11T09:00Z', 'teachers.0.free.0 ends before it starts'],
    [
      '2027-01-11T24:00Z',
      '2027-01-12T09:00Z',
      'teachers.0.free.0.start_time must be an instant in UTC such as 2027-01-11T08:00Z',
    ],
  ])('free time from %s to %s', (start_time, end_time, error) => {
    expect(ofTeacher({ free: [{ start_time, end_time }] })).toEqual([error])
  })

  it.each(['A\u0000b', 'A\ud800b', 'Admin \u202e<b>', 'A\u2066b', '\u3164', 'A\u200bb', 'A\u001b[31m'])(
    'rejects the invisible %j in any visible text',
    (text) => {
      expect(ofTeacher({ nickname: text, about: text, avatar_file_name: text })).toHaveLength(3)
      expect(ofTeacher({ booking_url: `https://example.com/${text}` })).toHaveLength(1)
      expect(ofSet({ title: text, text_code: [text], cards: [['one', text]] })).toHaveLength(3)
    },
  )

  it("allows line breaks, joined letters, and emoji in a teacher's description", () => {
    expect(ofTeacher({ about: 'Hello!\n\tمی\u200cخواهم \u{1f469}\u200d\u{1f3eb} ❤\ufe0f' })).toEqual([])
    expect(ofTeacher({ nickname: 'Амели́ 李 José' })).toEqual([])
  })

  it('reports a hundred out of thousands of invalid entries, and how many more there are', () => {
    const told = errors({ teachers: new Array(3000).fill({ ...teacher, free: [] }) })
    expect([told.length, told.at(-1)]).toEqual([101, 'and 2899 more'])
  })

  it('rejects deep nesting and invalid JSON', () => {
    const nested = '['.repeat(50_000) + ']'.repeat(50_000)
    expect(() => readImportFile(`{"teachers": ${nested}}`)).toThrow('the file has more than 20 levels')
    expect(() => readImportFile('{\n"teachers": [\n]]')).toThrow('line 3')
  })
})
