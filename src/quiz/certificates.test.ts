import { describe, expect, it } from 'vitest'
import { certificatesIn, gradesOf, levelOfGrade } from './certificates.ts'
import { LANGUAGES } from './languages.ts'
import { GRADE_MAX } from './level-claim.ts'
import { LEVELS, type Level } from './levels.ts'

const listed = LANGUAGES.flatMap((language) =>
  Object.keys(certificatesIn(language)).map((id) => [language, id] as const),
)

describe('certificates', () => {
  it.each([
    ['english', 'ielts', '6.5', 'B2'],
    ['english', 'ielts', '7.0', 'C1'],
    ['english', 'toefl', '6.0', 'C2'],
    ['english', 'toefl_120', '72-94', 'B2'],
    ['english', 'cambridge', 'B2 First, A', 'C1'],
    ['spanish', 'siele', 'C1', 'C1'],
    ['french', 'tcf', '300-399', 'B1'],
    ['german', 'testdaf', 'TDN 4', 'B2'],
    ['japanese', 'jlpt', 'N1, 142-180', 'C1'],
    ['korean', 'topik', '4', 'B2'],
    ['chinese', 'hsk', '9', 'C2'],
    ['italian', 'celi', 'CELI Impatto', 'A1'],
  ] as const)('in %s, %s with %s is %s', (language, certificate, grade, level) => {
    expect(levelOfGrade(language, certificate, grade)).toBe(level)
  })

  it.each([
    ['german', 'ielts', '6.5'],
    ['english', 'ielts', '6'],
    ['spanish', 'siele', 'C2'],
    ['english', 'toString', 'length'],
    ['english', 'ielts', 'constructor'],
    ['english', '__proto__', '6.5'],
  ] as const)('in %s, %s with %s is unknown', (language, certificate, grade) => {
    expect(levelOfGrade(language, certificate, grade)).toBeUndefined()
  })

  it('are there for every language', () => {
    expect(LANGUAGES.filter((language) => !listed.some(([of]) => of === language))).toEqual([])
  })

  it.each(listed)('in %s, the grades of %s are listed from low to high and can be stored', (language, id) => {
    const grades = gradesOf(language, id)
    expect(id).toMatch(/^[a-z][a-z0-9_]{1,19}$/)
    expect(grades.filter((grade) => grade.length === 0 || grade.length > GRADE_MAX)).toEqual([])
    const levels = grades.map((grade) => LEVELS.indexOf(levelOfGrade(language, id, grade) as Level))
    // Cambridge has grades for several exams, each with its own neighbors.
    if (id !== 'cambridge') expect(levels).toEqual([...levels].sort())
    expect(levels.every((level) => level >= 0) && levels.length > 2).toBe(true)
  })
})
