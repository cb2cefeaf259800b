type Cell = string | number | boolean | null | string[]

/** A row by column name. */
export type CsvRow = Record<string, Cell>

/**
 * RFC 4180. Semicolons separate several values in one cell. Every text is our own, so none can start with a character
 * that spreadsheets treat as a formula.
 */
const toLine = (cells: readonly Cell[]) =>
  cells
    .map((cell) => (Array.isArray(cell) ? cell.join('; ') : cell))
    .map((cell) => (/[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : (cell ?? '')))
    .join(',')

/** Rows as CSV, with the columns of the first row. The header line is omitted if an earlier part has it. */
export function toCsv(rows: readonly CsvRow[], { hasHeader = true } = {}): string {
  const columns = Object.keys(rows[0] ?? {})
  return [...(hasHeader ? [columns] : []), ...rows.map((row) => columns.map((column) => row[column] ?? null))]
    .map((line) => `${toLine(line)}\r\n`)
    .join('')
}
