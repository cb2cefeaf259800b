import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'

/** One judgement of one item by one reader who had no key and was told no level. */
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
}

const folder = new URL('../../data/', import.meta.url)

export function readBank(language: Language): Item[] {
  return JSON.parse(readFileSync(new URL(`banks/${language}.json`, folder), 'utf8'))
}

export function readingsFile(language: Language): URL {
  return new URL(`readings/${language}.jsonl`, folder)
}

export function readReadings(language: Language): Reading[] {
  const file = readingsFile(language)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** What a reader judges: stem or picture, and the options. A change of these asks for a new reading; a change of the notes does not. */
export function readingHash(item: Item): string {
  const judged = [item.question, item.image, [...item.correct].sort(), [...item.incorrect].sort()]
  return createHash('sha256').update(JSON.stringify(judged)).digest('hex').slice(0, 16)
}

/** Whether a reading confirms its item: the key chosen, nothing else defensible. */
export function confirms(reading: Reading, item: Item): boolean {
  return reading.answer === item.correct[0] && reading.defensible.length === 0
}

/** The newest reading of the item as it stands now, if there is one. */
export function presentReading(readings: readonly Reading[], item: Item): Reading | undefined {
  const hash = readingHash(item)
  return readings.findLast((reading) => reading.hash === hash)
}
