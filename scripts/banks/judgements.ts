import { appendFileSync } from 'node:fs'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { isLevel, type Level } from '#quiz/levels.ts'
import { confirms, levelDistance, type Reading, readingHash, readingsFile } from './readings.ts'

/** What a blind reader says about one item. */
export type Judgement = Pick<Reading, 'answer' | 'defensible' | 'note' | 'level'>

/** An item as one reader saw and judged it. */
export type Judged = { item: Item; shown: readonly string[]; judgement: Judgement }

/** One reading that does not confirm its item, with what is needed to decide who is right. */
export type Disagreement = Judgement & {
  item: number
  itemLevel: Level
  point: string
  question: string
  image: string
  key: string
}

/** How a reader's judgements agree with keys and levels. */
export type Score = {
  readings: number
  confirmed: number
  /** The readings that guess a level: those of sentences. */
  levelled: number
  levelEqual: number
  levelNear: number
  disagreements: Disagreement[]
}

/** Everything that makes a judgement unfit to be recorded; nothing when it is fit. */
export function judgementFaults({ item, shown, judgement }: Judged): string[] {
  const { answer, defensible, note, level } = judgement
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

/** The row that is kept of a judgement. */
export function readingOf({ item, shown, judgement }: Judged, reader: string, date: string): Reading {
  const { answer, defensible, note } = judgement
  const level = item.image ? '' : judgement.level
  const seen = { item: item.id, hash: readingHash(item), shown: [...shown] }
  return { ...seen, answer, defensible, note, level, reader, date, agreed: confirms(judgement, item) }
}

/** Adds rows at the end of a language's readings. */
export function appendReadings(language: Language, readings: readonly Reading[], folder?: URL): void {
  appendFileSync(readingsFile(language, folder), readings.map((reading) => `${JSON.stringify(reading)}\n`).join(''))
}

/** Compares judgements with the keys and levels of their items. */
export function scoreOf(judged: readonly Judged[]): Score {
  const distances = judged
    .filter(({ item }) => !item.image)
    .flatMap(({ item, judgement }) => levelDistance(judgement, item) ?? [])
  const disagreements = judged
    .filter(({ item, judgement }) => !confirms(judgement, item))
    .map(({ item: { id, level, point, question, image, correct }, judgement }) => {
      return { ...judgement, item: id, itemLevel: level, point, question, image, key: correct[0] ?? '' }
    })
  return {
    readings: judged.length,
    confirmed: judged.length - disagreements.length,
    levelled: distances.length,
    levelEqual: distances.filter((distance) => distance === 0).length,
    levelNear: distances.filter((distance) => distance <= 1).length,
    disagreements,
  }
}
