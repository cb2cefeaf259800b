import { expect, it } from 'vitest'
import { seededRandom } from '#quiz/random.ts'
import type { ClaimRow } from '#server/db/tables/validity.ts'
import { anonymousTable, FEWEST_ALIKE } from './export.ts'

function row(person: number, change: Partial<ClaimRow> = {}): ClaimRow {
  return {
    ...{ person, language: 'german', interfaceLanguage: 'en', finishedAt: new Date('2026-11-27T10:11:12Z') },
    ...{ level: 'B2', rule: 'staircase', isRuleDrawn: false, medianMs: 4321, usedUnknown: true, fit: 'too_high' },
    estimate: { level: 'B1', theta: -0.123456, standardError: 0.456789 },
    known: { source: 'certificate', level: 'B1', certificate: 'goethe', grade: 'B1', year: 2024 },
    ...change,
  }
}

const table = (rows: readonly ClaimRow[], seed = 1) => {
  const [head = '', ...lines] = anonymousTable(rows, seededRandom(seed)).trimEnd().split('\r\n')
  const columns = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [columns[index], cell])))
}

const five = Array.from({ length: FEWEST_ALIKE }, (_, person) => row(person))

it('has what researchers need, months in place of days, and no id', () => {
  expect(table(five)[0]).toEqual({
    ...{ language: 'german', interface_language: 'en', known_from: 'certificate', known_level: 'B1' },
    ...{ certificate: 'german goethe B1', certificate_year: '2024', tested_in: '2026-11' },
    ...{ rule: 'staircase', rule_drawn: 'false', given_level: 'B2', estimated_level: 'B1', theta: '-0.12' },
    ...{ standard_error: '0.46', used_unknown: 'true', median_seconds: '4', fit: 'too_high' },
  })
})

it('leaves out what fewer than five rows share', () => {
  const rare = row(9, {
    ...{ interfaceLanguage: 'ar', finishedAt: new Date('2025-01-01') },
    known: { source: 'certificate', level: 'C2', certificate: 'goethe', grade: 'C2', year: 1999 },
  })
  const found = table([...five, rare]).find(({ known_level }) => known_level === 'C2')
  expect(found).toMatchObject({ interface_language: 'other', certificate: '', certificate_year: '', tested_in: '' })
})

it('has one row for each person, language and source, in an order that says nothing', () => {
  const again = [
    row(0),
    row(0, { language: 'french' }),
    row(0, { known: { ...five[0]?.known, source: 'own', level: 'A2' } as never }),
  ]
  expect(table([...five, ...again, row(7, { known: null })])).toHaveLength(FEWEST_ALIKE + 2)
  const many = Array.from({ length: 50 }, (_, person) => row(person, { level: person < 25 ? 'A1' : 'C2' }))
  const order = (seed: number) =>
    table(many, seed)
      .map(({ given_level }) => given_level)
      .join()
  expect(order(1)).not.toBe(order(2))
})
