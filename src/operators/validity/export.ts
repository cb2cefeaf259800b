import { type Random, shuffle } from '#quiz/random.ts'
import { type CsvRow, toCsv } from '#server/csv.ts'
import type { ClaimRow } from '#server/db/tables/validity.ts'
import type { KnownRow } from '#server/validity/measured.ts'
import { firstOfEach } from '#server/validity/rows.ts'

/** What fewer rows than this share could tell who somebody is. */
export const FEWEST_ALIKE = 5

/** The columns in which a rare value is left out, and what stands for it. */
const RARE: Readonly<Record<string, string>> = {
  interface_language: 'other',
  certificate: '',
  certificate_year: '',
  tested_in: '',
}

const month = (date: Date) => date.toISOString().slice(0, 7)
const hundredths = (value: number) => Math.round(100 * value) / 100

function toRow({ known, estimate, language, interfaceLanguage, medianMs, fit, ...row }: KnownRow): CsvRow {
  const { source, level, certificate, grade, year } = known
  return {
    language,
    interface_language: interfaceLanguage,
    known_from: source,
    known_level: level,
    certificate: certificate && `${language} ${certificate} ${grade}`,
    certificate_year: year && String(year),
    tested_in: month(row.finishedAt),
    rule: row.rule,
    rule_drawn: row.isRuleDrawn,
    given_level: row.level,
    estimated_level: estimate.level,
    theta: hundredths(estimate.theta),
    standard_error: hundredths(estimate.standardError),
    used_unknown: row.usedUnknown,
    median_seconds: medianMs === null ? null : Math.round(medianMs / 1000),
    fit,
  }
}

function withoutRare(rows: readonly CsvRow[]): CsvRow[] {
  const counts = new Map<string, number>()
  const keyOf = (column: string, row: CsvRow) => `${column} ${row[column]}`
  for (const row of rows)
    for (const column of Object.keys(RARE)) {
      const key = keyOf(column, row)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return rows.map((row) => {
    const rare = Object.entries(RARE).filter(([column]) => (counts.get(keyOf(column, row)) ?? 0) < FEWEST_ALIKE)
    return { ...row, ...Object.fromEntries(rare) }
  })
}

/**
 * A table for researchers, as CSV: a row for each person, language and source, without ids, in random order. Times are
 * months, and values that fewer than `FEWEST_ALIKE` rows share are left out.
 */
export function anonymousTable(rows: readonly ClaimRow[], random: Random): string {
  const known = rows.filter((row): row is KnownRow => row.known !== null)
  const bySource = Map.groupBy(known, (row) => row.known.source)
  const people = [...bySource.values()].flatMap((own) => firstOfEach(own))
  return toCsv(withoutRare(shuffle(people.map(toRow), random)))
}
