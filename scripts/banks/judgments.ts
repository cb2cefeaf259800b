import { appendFileSync } from 'node:fs'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { isLevel, type Level } from '#quiz/levels.ts'
import { confirms, levelDistance, type Reading, readingHash, readingsFile } from './readings.ts'

/** What a blind reader says about one item. */
export type Judgment = Pick<Reading, 'answer' | 'defensible' | 'note' | 'level'>

/** An item as one reader saw and judged it. */
export type Judged = { item: Item; shown: readonly string[]; judgment: Judgment }

/** One reading that does not confirm its item, with what is needed to decide who is right. */
export type Disagreement = Judgment & {
  item: number
  itemLevel: Level
  point: string
  question: string
  image: string
  key: string
}

/** How a reader's judgments agree with keys and levels. */
export type Score = {
  readings: number
  confirmed: number
  /** The readings that guess a level: those of sentences. */
  leveled: number
  levelEqual: number
  levelNear: number
  disagreements: Disagreement[]
}

/** Everything that makes a judgment unfit to be recorded; nothing when it is fit. */
export function judgmentFaults({ item, shown, judgment }: Judged): string[] {
  const { answer, defensible, note, level } = judgment
  const faults: string[] = []
  if (answer !== '' && !shown.includes(answer)) faults.push(`“${answer}” is not one of the options`)
  if (!Array.isArray(defensible)) return [...faults, '“defensible” is not a list']
  for (const option of defensible)
    if (!shown.includes(option)) faults.push(`“${option}” is not one of the options`)
    else if (option === answer) faults.push(`“${option}” is the answer, so it is no other defensible option`)
  if (new Set(defensible).size < defensible.length) faults.push('a defensible option is named twice')
  if (typeof note !== 'string') faults.push('the note is not a text')
  if (!item.image && !isLevel(level)) faults.push(`the level is “${level}”`)
  return faults
}

/** The row that is kept of a judgment. */
export function readingOf({ item, shown, judgment }: Judged, reader: string, date: string): Reading {
  const { answer, defensible, note } = judgment
  const level = item.image ? '' : judgment.level
  const seen = { item: item.id, hash: readingHash(item), shown: [...shown] }
  return { ...seen, answer, defensible, note, level, reader, date, agreed: confirms(judgment, item) }
}

/** Adds rows at the end of a language's readings. */
export function appendReadings(language: Language, readings: readonly Reading[], folder?: URL): void {
  appendFileSync(readingsFile(language, folder), readings.map((reading) => `${JSON.stringify(reading)}\n`).join(''))
}

/** Compares judgments with the keys and levels of their items. */
export function scoreOf(judged: readonly Judged[]): Score {
  const distances = judged
    .filter(({ item }) => !item.image)
    .flatMap(({ item, judgment }) => levelDistance(judgment, item) ?? [])
  const disagreements = judged
    .filter(({ item, judgment }) => !confirms(judgment, item))
    .map(({ item: { id, level, point, question, image, correct }, judgment }) => {
      return { ...judgment, item: id, itemLevel: level, point, question, image, key: correct[0] ?? '' }
    })
  return {
    readings: judged.length,
    confirmed: judged.length - disagreements.length,
    leveled: distances.length,
    levelEqual: distances.filter((distance) => distance === 0).length,
    levelNear: distances.filter((distance) => distance <= 1).length,
    disagreements,
  }
}
