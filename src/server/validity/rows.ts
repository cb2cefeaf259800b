import { FAST_MS } from '#quiz/analysis/bins.ts'
import type { Language } from '#quiz/languages.ts'
import type { ComparedResult } from '../db/tables/validity.ts'

/**
 * The documented filter: whoever answers at least half of the questions faster than anybody reads them. It looks at
 * nothing but time: leaving out whose level disagrees would raise every figure.
 */
export function isCareless({ medianMs }: Pick<ComparedResult, 'medianMs'>): boolean {
  return medianMs !== null && medianMs < FAST_MS
}

/** One row a person and language, the first: else who tests often, or lies often, would count often. */
export function firstOfEach<Row extends { person: number; language: Language }>(rows: readonly Row[]): Row[] {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.person} ${row.language}`
    if (!found.has(key)) found.set(key, row)
  }
  return [...found.values()]
}
