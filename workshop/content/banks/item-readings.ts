import type { Item } from '#quiz/bank.ts'
import { LEVELS, type Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { isLevel } from '#quiz/levels.ts'
import { Ledger, type Reading, readingHash, today } from '../readings.ts'

/** A blind reader's judgment of one item, without knowing the key or the level. */
export type Judgment = {
  /** The reader's choice; '' if no option fits. */
  answer: string
  /** Every other option that the reader found defensible. */
  defensible: string[]
  note: string
  /** The reader's guess of the level; '' for picture items, and for readers who can't tell. */
  level: Level | ''
  /** From 1 (nobody would say this) to 5 (a native speaker could have written it); missing in older readings. */
  natural?: number
}

/** An item as seen and judged by one reader. */
export type Judged = { item: Item; shown: readonly string[]; judgment: Judgment }

/** One judgment of one item by one reader. */
export type ItemReading = Reading &
  Judgment & {
    item: number
    /** The options in the order in which this reader saw them. */
    shown: string[]
    /** Whether it confirmed the item then; the key of that time isn't stored anywhere else. */
    agreed?: boolean
  }

/** The readings of a language's bank. */
export function itemLedger(language: Language, folder?: URL): Ledger<ItemReading> {
  return new Ledger(language, folder)
}

/**
 * The hash of what a reader judges: stem or picture, and the options. Changing these requires a new reading; changing
 * the notes doesn't.
 */
export function itemHash(item: Item): string {
  return readingHash(item.question, item.image, [...item.correct].sort(), [...item.incorrect].sort())
}

/** Whether a reading confirms its item: the reader chose the key and found nothing else defensible. */
export function confirms({ answer, defensible }: Pick<Judgment, 'answer' | 'defensible'>, item: Item): boolean {
  return answer === item.correct[0] && defensible.length === 0
}

/** How many levels the reader's guess is off; undefined without a guess. */
export function levelDistance({ level }: Pick<Judgment, 'level'>, item: Item): number | undefined {
  return level ? Math.abs(LEVELS.indexOf(level) - LEVELS.indexOf(item.level)) : undefined
}

/** The reasons why a judgment can't be recorded; empty if it can. */
export function itemErrors({ shown, judgment }: Judged): string[] {
  const { answer, defensible, note, level, natural = 5 } = judgment
  const errors: string[] = []
  if (answer !== '' && !shown.includes(answer)) errors.push(`“${answer}” is not one of the options`)
  if (!Array.isArray(defensible)) return [...errors, '“defensible” is not a list']
  for (const option of defensible)
    if (!shown.includes(option)) errors.push(`“${option}” is not one of the options`)
    else if (option === answer) errors.push(`“${option}” is the answer, so it can't be another defensible option`)
  if (new Set(defensible).size < defensible.length) errors.push('a defensible option is repeated')
  if (typeof note !== 'string') errors.push('the note is not a string')
  if (level !== '' && !isLevel(level)) errors.push(`the level is “${level}”`)
  if (!Number.isInteger(natural) || natural < 1 || natural > 5) errors.push(`“natural” is ${natural}, not 1 to 5`)
  return errors
}

/** The row that records a judgment. */
export function readingOf({ item, shown, judgment }: Judged, reader: string): ItemReading {
  const { answer, defensible, note, natural } = judgment
  const level = item.image ? '' : judgment.level
  const seen = { item: item.id, hash: itemHash(item), shown: [...shown] }
  const said = { answer, defensible, note, level, ...(natural === undefined ? {} : { natural }) }
  return { ...seen, ...said, reader, date: today(), agreed: confirms(judgment, item) }
}
