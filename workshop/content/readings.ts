/**
 * The ledgers of data/readings: what somebody who did not write an item, a note or a text says of it. A reading names
 * its subject by the hash of what was read, and counts until that changes.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ROOT } from '#server/files.ts'

/** What the rows of all ledgers have. */
export type Reading = { hash: string; reader: string; date: string }

/** Where the ledgers are; tests give a folder of their own. */
const READINGS_FOLDER = new URL('data/readings/', ROOT)

/** The hash by which a reading names what was read. */
export function readingHash(...read: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 16)
}

/** The newest reading of what has this hash: of the present wording, if it is that one's. */
export function presentReading<Row extends Pick<Reading, 'hash'>>(
  readings: readonly Row[],
  hash: string,
): Row | undefined {
  return readings.findLast((reading) => reading.hash === hash)
}

/**
 * The rows of a JSON Lines file.
 * @throws Error if there is no such file, or a line is no JSON
 */
export function readJsonLines<Row>(file: string | URL): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line))
}

const jsonLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** A file of readings, one a line, the newest last. */
export class Ledger<Row extends object> {
  readonly #file: URL

  constructor(name: string, folder = READINGS_FOLDER) {
    this.#file = new URL(`${name}.jsonl`, folder)
  }

  /** None when nobody has read anything yet. */
  read(): Row[] {
    return existsSync(this.#file) ? readJsonLines(this.#file) : []
  }

  append(rows: readonly Row[]): void {
    appendFileSync(this.#file, jsonLines(rows))
  }

  /** Git has the earlier ones. */
  replace(rows: readonly Row[]): void {
    writeFileSync(this.#file, jsonLines(rows))
  }
}

/** The day of a reading that is recorded now. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/**
 * Why the lines of a reader's file cannot be recorded; empty if they can.
 * @param errorsOf the errors of one judgment by itself
 */
export function judgmentErrors<Judgment>(
  judgments: readonly Judgment[],
  nameOf: (judgment: Judgment) => string,
  errorsOf: (judgment: Judgment) => readonly string[],
): string[] {
  const judged = new Set<string>()
  return judgments.flatMap((judgment) => {
    const name = nameOf(judgment)
    const again = judged.has(name) ? ['it is judged twice'] : []
    judged.add(name)
    return [...again, ...errorsOf(judgment)].map((error) => `${name}: ${error}`)
  })
}

/** Errors of a judgment that is one of a few verdicts, the first of which finds nothing wrong. */
export function verdictErrors(
  { verdict, notes }: { verdict: string; notes?: string },
  verdicts: readonly string[],
): string[] {
  return [
    ...(verdicts.includes(verdict) ? [] : [`its verdict is one of ${verdicts.join(', ')}`]),
    ...(verdict === verdicts[0] || notes?.trim() ? [] : ['its notes must say what is wrong']),
  ]
}

/** Prints the errors of a reader's file and ends the process with 1, if there are any. */
export function stopWith(errors: readonly string[]): void {
  if (errors.length === 0) return
  console.error(errors.join('\n'))
  process.exit(1)
}
