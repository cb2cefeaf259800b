import type { Locale } from '#contract/locales.ts'
import { judgmentErrors, Ledger, presentReading, type Reading, readingHash, today, verdictErrors } from '../readings.ts'
import type { TextPair } from './catalogs.ts'

/**
 * `good`: it reads as if it had been written in that language. `fix`: it doesn't. `false`: it says something untrue.
 * The notes explain.
 */
export const VERDICTS = ['good', 'fix', 'false'] as const
type Verdict = (typeof VERDICTS)[number]

/** A reader's judgment of a text compared with the English. The reader knows the language and didn't write the text. */
export type TextReading = Reading & { key: string; verdict: Verdict; notes: string }

/** One line of a reader's file. If it has the sheet's `en` and `text`, it counts only for those. */
export type TextJudgment = { key: string; verdict: Verdict; notes?: string; en?: string; text?: string | null }

/** A reading covers a text along with its English. */
const textHash = ({ en, text }: Pick<TextPair, 'en' | 'text'>) => readingHash(en, text)

const ledgerOf = (locale: Locale) => new Ledger<TextReading>(`texts/${locale}`)

/** The reading of each text of a language, by key; it may be for an earlier wording. */
export function readTextReadings(locale: Locale): Map<string, TextReading> {
  return new Map(
    ledgerOf(locale)
      .read()
      .map((reading) => [reading.key, reading]),
  )
}

/** Keeps one reading per text, in catalog order, so readers of different parts change different lines. */
export function writeTextReadings(
  locale: Locale,
  pairs: readonly TextPair[],
  readings: ReadonlyMap<string, TextReading>,
): void {
  ledgerOf(locale).replace(pairs.flatMap(({ key }) => readings.get(key) ?? []))
}

/** The reading of a text's current wording, if any. */
export function presentTextReading(
  readings: ReadonlyMap<string, TextReading>,
  pair: TextPair,
): TextReading | undefined {
  const reading = readings.get(pair.key)
  return reading && presentReading([reading], textHash(pair))
}

/** The reasons why lines of a reader's file can't be recorded; empty if they can. */
export function textErrors(judgments: readonly TextJudgment[], pairs: readonly TextPair[]): string[] {
  const pairOf = new Map(pairs.map((pair) => [pair.key, pair]))
  return judgmentErrors(
    judgments,
    ({ key }) => key,
    (judgment) => {
      const { key, en, text } = judgment
      const pair = pairOf.get(key)
      if (pair?.text === undefined) return ['no such text']
      const isChanged = (en ?? pair.en) !== pair.en || (text ?? pair.text) !== pair.text
      return [
        ...verdictErrors(judgment, VERDICTS),
        ...(isChanged ? ['it has changed since the sheet was printed'] : []),
      ]
    },
  )
}

/** The readings with these judgments, each for the current texts, replacing earlier ones. */
export function withJudgments(
  readings: ReadonlyMap<string, TextReading>,
  judgments: readonly TextJudgment[],
  { pairs, reader }: { pairs: readonly TextPair[]; reader: string },
): Map<string, TextReading> {
  const judged = new Map(judgments.map((judgment) => [judgment.key, judgment]))
  const added = pairs.flatMap((pair): [string, TextReading][] => {
    const { key, verdict, notes = '' } = judged.get(pair.key) ?? {}
    return key && verdict ? [[key, { key, hash: textHash(pair), reader, date: today(), verdict, notes }]] : []
  })
  return new Map([...readings, ...added])
}
