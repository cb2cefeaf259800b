import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import type { Locale } from '#contract/locales.ts'
import { readJsonLines } from '../json-lines.ts'
import type { TextPair } from './catalogs.ts'

/** `good`: it reads as if written in that language. `mend`: it does not; `false`: it says what is not so. The notes say what. */
export const VERDICTS = ['good', 'mend', 'false'] as const
type Verdict = (typeof VERDICTS)[number]

/** What a reader of the language who did not write a text says of it, beside the English. */
export type TextReading = {
  key: string
  /** The hash of what was read (textHash). */
  hash: string
  reader: string
  date: string
  verdict: Verdict
  notes: string
}

/** One line of a reader's file. With the `en` and `text` of the sheet in it, it counts only for these. */
export type TextJudgment = { key: string; verdict: Verdict; notes?: string; en?: string; text?: string | null }

/** What was read: one text and its English. */
function textHash({ en, text }: Pick<TextPair, 'en' | 'text'>): string {
  return createHash('sha256')
    .update(JSON.stringify([en, text]))
    .digest('hex')
    .slice(0, 16)
}

const fileOf = (locale: Locale) => new URL(`../../data/readings/texts/${locale}.jsonl`, import.meta.url)

/** The newest reading of each text of a language, by key; it may be of an earlier wording. */
export function readTextReadings(locale: Locale): Map<string, TextReading> {
  const file = fileOf(locale)
  const readings = existsSync(file) ? readJsonLines<TextReading>(file) : []
  return new Map(readings.map((reading) => [reading.key, reading]))
}

/** Keeps one reading a text, in the order of the catalogs, so that readers of different parts change different lines. Git holds the earlier ones. */
export function writeTextReadings(
  locale: Locale,
  pairs: readonly TextPair[],
  readings: ReadonlyMap<string, TextReading>,
): void {
  const rows = pairs.flatMap(({ key }) => readings.get(key) ?? [])
  writeFileSync(fileOf(locale), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** The reading of a text as it stands, if there is one. */
export function presentReading(readings: ReadonlyMap<string, TextReading>, pair: TextPair): TextReading | undefined {
  const reading = readings.get(pair.key)
  return reading?.hash === textHash(pair) ? reading : undefined
}

/** Why lines of a reader's file cannot be kept; empty if they can. */
export function judgmentFaults(judgments: readonly TextJudgment[], pairs: readonly TextPair[]): string[] {
  const pairOf = new Map(pairs.map((pair) => [pair.key, pair]))
  const seen = new Set<string>()
  return judgments.flatMap(({ key, verdict, notes, en, text }) => {
    const pair = pairOf.get(key)
    if (pair?.text === undefined) return [`${key}: there is no such text`]
    const faults: string[] = []
    if (seen.has(key)) faults.push('it is judged twice')
    seen.add(key)
    if (!VERDICTS.includes(verdict)) faults.push(`its verdict is one of ${VERDICTS.join(', ')}`)
    if (verdict !== 'good' && !notes?.trim()) faults.push('its notes must say what is wrong')
    if ((en ?? pair.en) !== pair.en || (text ?? pair.text) !== pair.text)
      faults.push('it has changed since the sheet was printed')
    return faults.map((fault) => `${key}: ${fault}`)
  })
}

/** The readings with these judgments, each of the texts as they stand, in place of the earlier ones. */
export function withJudgments(
  readings: ReadonlyMap<string, TextReading>,
  judgments: readonly TextJudgment[],
  { pairs, reader, date }: { pairs: readonly TextPair[]; reader: string; date: string },
): Map<string, TextReading> {
  const judged = new Map(judgments.map((judgment) => [judgment.key, judgment]))
  const added = pairs.flatMap((pair): [string, TextReading][] => {
    const { key, verdict, notes = '' } = judged.get(pair.key) ?? {}
    return key && verdict ? [[key, { key, hash: textHash(pair), reader, date, verdict, notes }]] : []
  })
  return new Map([...readings, ...added])
}
