import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { readJsonLines } from '../json-lines.ts'

/** One judgment of one item by one reader who had no key and was told no level. */
export type Reading = {
  item: number
  hash: string
  /** The options in the order this reader saw them. */
  shown: string[]
  /** What the reader chose; '' when none fits. */
  answer: string
  /** Every other option that the reader could defend. */
  defensible: string[]
  note: string
  /** The reader's guess of the level; '' for picture items. */
  level: Level | ''
  reader: string
  date: string
  /** Whether it confirmed the item as it stood then: the key of that time is stored nowhere else. */
  agreed?: boolean
}

const DATA = new URL('../../data/', import.meta.url)

/** Where the banks are kept. */
export const BANKS_FOLDER = new URL('banks/', DATA)

/** Where the readings are kept; tests give a folder of their own. */
export const READINGS_FOLDER = new URL('readings/', DATA)

/** The items of a language as they stand in the file. */
export function readBank(language: Language): Item[] {
  return JSON.parse(readFileSync(new URL(`${language}.json`, BANKS_FOLDER), 'utf8'))
}

/** The file that holds the readings of a language, one a line, the newest last. */
export function readingsFile(language: Language, folder: URL = READINGS_FOLDER): URL {
  return new URL(`${language}.jsonl`, folder)
}

/** All readings of a language, the newest last; none when nobody has read it. */
export function readReadings(language: Language, folder: URL = READINGS_FOLDER): Reading[] {
  const file = readingsFile(language, folder)
  return existsSync(file) ? readJsonLines(file) : []
}

/** What a reader judges: stem or picture, and the options. A change of these asks for a new reading; a change of the notes does not. */
export function readingHash(item: Item): string {
  const judged = [item.question, item.image, [...item.correct].sort(), [...item.incorrect].sort()]
  return createHash('sha256').update(JSON.stringify(judged)).digest('hex').slice(0, 16)
}

/** Whether a reading confirms its item: the key chosen, nothing else defensible. */
export function confirms(reading: Pick<Reading, 'answer' | 'defensible'>, item: Item): boolean {
  return reading.answer === item.correct[0] && reading.defensible.length === 0
}

/** The newest reading of the item as it stands now, if there is one. */
export function presentReading(readings: readonly Reading[], item: Item): Reading | undefined {
  const hash = readingHash(item)
  return readings.findLast((reading) => reading.hash === hash)
}

/** How many levels the reader's guess is away from the item's level; undefined where none was guessed. */
export function levelDistance(reading: Pick<Reading, 'level'>, item: Item): number | undefined {
  return reading.level ? Math.abs(LEVELS.indexOf(reading.level) - LEVELS.indexOf(item.level)) : undefined
}
