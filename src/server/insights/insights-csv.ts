import type { InsightsData, InsightsTable } from '#contract/insights.ts'

type Cell = string | number | null | string[]

/** RFC 4180. Several things in one cell stand apart by semicolons. Every text is the product's own, so that none can begin with what a spreadsheet takes for a formula. */
const toLine = (cells: readonly Cell[]) =>
  cells
    .map((cell) => (Array.isArray(cell) ? cell.join('; ') : cell))
    .map((cell) => (/[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : (cell ?? '')))
    .join(',')

/** One table of the page. Its first line names the columns; those without a language in the filter have no items. */
export function insightsCsv(table: InsightsTable, data: InsightsData): string {
  const rows: Record<string, Cell>[] = data[table] ?? []
  const columns = Object.keys(rows[0] ?? {})
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]
    .map((line) => `${toLine(line)}\r\n`)
    .join('')
}
