import { describe, expect, it } from 'vitest'
import { readVerdicts } from './read-verdicts.ts'

const HEADER = 'user_id,language,level,date'
const file = (...rows: string[]) => [HEADER, ...rows].join('\n')
const verdict = { user_id: '7', language: 'german', level: 'B1', date: '2026-11-02' }

function told(text: string): string[] {
  try {
    readVerdicts(text)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

describe('a file of verdicts', () => {
  it.each([
    ['with commas', file('7,german,B1,2026-11-02')],
    ['with line ends of Windows and an empty line', `${HEADER}\r\n7,german,B1,2026-11-02\r\n\r\n`],
    ['with quotes and spaces', `"user_id","language","level","date"\n"7", german ,B1,"2026-11-02"`],
    [
      'with semicolons, as spreadsheets of some countries write it',
      'user_id;language;level;date\n7;german;B1;2026-11-02',
    ],
  ])('is read %s', (_, text) => {
    expect(readVerdicts(text)).toEqual([{ ...verdict, line: 2 }])
  })

  it('reports all its faults, each with its line', () => {
    const rows = [
      '7,german,B1,2026-11-02',
      '8,latin,B3,2026-11-02',
      '9,german,B1',
      '7,german,C1,2026-11-09',
      '7,french,B1,2026-02-30',
      '7,italian,B1,9999-01-01',
      'a b,korean,B1,2026-11-02',
      '7,spanish,"B1,2026-11-02',
    ]
    expect(told(file(...rows))).toEqual([
      'line 3: language must be one of english, spanish, french, german, japanese, korean, chinese, italian',
      'line 3: level must be one of A1, A2, B1, B2, C1, C2',
      'line 4: has 3 values; it needs user_id,language,level,date',
      'line 5: is about the person and language of line 2',
      'line 6: date must be the day of the verdict, such as 2026-11-27',
      'line 7: date is in the future',
      'line 8: user_id must be a word of 1 to 64 letters, digits and . _ : - that begins with a letter or a digit',
      'line 9: level must be one of A1, A2, B1, B2, C1, C2',
      'Nothing was imported.',
    ])
  })

  it.each([
    ['', 'line 1: it must be the header user_id,language,level,date'],
    ['7,german,B1,2026-11-02', 'line 1: it must be the header user_id,language,level,date'],
    [HEADER, 'the file has no row below its header'],
  ])('%j is refused', (text, fault) => {
    expect(told(text)).toEqual([fault, 'Nothing was imported.'])
  })

  it('of many faults tells 200, and how many more there are', () => {
    const lines = told(file(...new Array(300).fill('x')))
    expect(lines).toHaveLength(202)
    expect(lines.at(-2)).toBe('and 100 more')
  })
})
