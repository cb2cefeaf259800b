/**
 * The ledgers in data/readings: judgments of items, notes, and texts by readers who didn't write them. A reading refers
 * to the hash of the wording that was read, and counts until that changes.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ROOT } from '#server/files.ts'

/** The columns of every ledger. */
export type Reading = { hash: string; reader: string; date: string }

/** How the names of readers begin that are language models. */
export const MODEL_PREFIX = 'language-model reader '

/** The folder of the ledgers; tests use their own. */
const READINGS_FOLDER = new URL('data/readings/', ROOT)

/** The hash that a reading refers to. */
export function readingHash(...read: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 16)
}

/** The latest reading with this hash. */
export function presentReading<Row extends Pick<Reading, 'hash'>>(
  readings: readonly Row[],
  hash: string,
): Row | undefined {
  return readings.findLast((reading) => reading.hash === hash)
}

/**
 * The rows of a JSON Lines file.
 * @throws Error if the file is missing, or a line isn't JSON
 */
export function readJsonLines<Row>(file: string | URL): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line))
}

const jsonLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** A file of readings, one per line, latest last. */
export class Ledger<Row extends object> {
  readonly #file: URL

  constructor(name: string, folder = READINGS_FOLDER) {
    this.#file = new URL(`${name}.jsonl`, folder)
  }

  /** Empty if there are no readings yet. */
  read(): Row[] {
    return existsSync(this.#file) ? readJsonLines(this.#file) : []
  }

  append(rows: readonly Row[]): void {
    appendFileSync(this.#file, jsonLines(rows))
  }

  /** Replaces all rows; Git keeps the earlier ones. */
  replace(rows: readonly Row[]): void {
    writeFileSync(this.#file, jsonLines(rows))
  }
}

/** The date of readings that are recorded now. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/**
 * The reasons why lines of a reader's file can't be recorded; empty if they can.
 * @param errorsOf the errors of a single judgment
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

/** The errors of a judgment with one of several verdicts, the first of which means no objection. */
export function verdictErrors(
  { verdict, notes }: { verdict: string; notes?: string },
  verdicts: readonly string[],
): string[] {
  return [
    ...(verdicts.includes(verdict) ? [] : [`its verdict must be one of ${verdicts.join(', ')}`]),
    ...(verdict === verdicts[0] || notes?.trim() ? [] : ['its notes must say what is wrong']),
  ]
}

/** Prints the errors of a reader's file, if any, and exits with 1. */
export function stopWith(errors: readonly string[]): void {
  if (errors.length === 0) return
  console.error(errors.join('\n'))
  process.exit(1)
}
