import { VerdictInFile } from '#contract/import-files.ts'
import { findFaults } from '#contract/schema-faults.ts'
import { isInFuture } from '#server/db/tables/level-verdicts.ts'

const COLUMNS = Object.keys(VerdictInFile.properties)
const HEADER = COLUMNS.join()

/** No value of these columns has a quote, a comma or a line break in it; spreadsheets may quote them all the same. */
const QUOTED = /^"([^"]*)"$/

/** The cells of a line, parted by commas, or by semicolons as spreadsheets of some countries write them. */
const cellsOf = (line: string, sign: string) => line.split(sign).map((cell) => cell.trim().replace(QUOTED, '$1'))

function faultsOfRow(cells: readonly string[], row: VerdictInFile): string[] {
  if (cells.length !== COLUMNS.length) return [`has ${cells.length} values; it needs ${HEADER}`]
  const faults = findFaults(VerdictInFile, row).map(({ path, rule }) => `${path.join('.')} ${rule}`)
  return faults.length === 0 && isInFuture(row.date) ? ['date is in the future'] : faults
}

const MOST_FAULTS = 200

/** The error that names the faults of a file, a line each, up to 200 of them. */
export function refusal(faults: readonly string[]): Error {
  const rest = faults.length - MOST_FAULTS
  const more = rest > 0 ? [`and ${rest} more`] : []
  return new Error([...faults.slice(0, MOST_FAULTS), ...more, 'Nothing was imported.'].join('\n'))
}

/**
 * The rows of a CSV file of teachers' verdicts, each with its line: a header `user_id,language,level,date`, then a row
 * for each person and language.
 * @throws Error that names every fault with its line
 */
export function readVerdicts(text: string): (VerdictInFile & { line: number })[] {
  const [head = '', ...rows] = text.split(/\r\n|\n|\r/)
  const sign = head.includes(';') ? ';' : ','
  if (cellsOf(head, sign).join() !== HEADER) throw refusal([`line 1: it must be the header ${HEADER}`])
  const faults: string[] = []
  const firsts = new Map<string, number>()
  const verdicts = rows.flatMap((text, index) => {
    if (text.trim() === '') return []
    const line = index + 2
    const cells = cellsOf(text, sign)
    const row = Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at] ?? ''])) as VerdictInFile
    const found = faultsOfRow(cells, row)
    const key = `${row.user_id} ${row.language}`
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, line)
    else if (found.length === 0) found.push(`is about the person and language of line ${first}`)
    faults.push(...found.map((fault) => `line ${line}: ${fault}`))
    return [{ ...row, line }]
  })
  if (verdicts.length === 0) faults.push('the file has no row below its header')
  if (faults.length > 0) throw refusal(faults)
  return verdicts
}
