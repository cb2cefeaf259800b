import type { Locale } from '#contract/locales.ts'
import type { Language } from '#quiz/languages.ts'
import { readNotes, sourceVersion } from '#server/banks/notes.ts'
import { judgmentErrors, Ledger, type Reading, today, verdictErrors } from '../readings.ts'

const VERDICTS = ['good', 'unclear', 'false'] as const

/** A second reader's judgment of one translated note. */
export type NoteJudgment = {
  language: Language
  key: string
  /** The hash of the translation that was read, in the format of data/notes. */
  version: string
  verdict: (typeof VERDICTS)[number]
  /**
   * For a note on an option: whether it gives the rule or meaning and connects it to the sentence, or gives an example.
   */
  teaches?: boolean
  notes?: string
}

/** One judgment, with the number of its sample. */
export type NoteReading = NoteJudgment & { notes: string } & Omit<Reading, 'hash'> & { locale: Locale; draw: number }

/** The readings of all notes. */
export const NOTE_LEDGER = new Ledger<NoteReading>('notes')

const isPresent = (locale: Locale, { language, key, version }: NoteJudgment) =>
  sourceVersion(readNotes(language, locale)[key]?.[1] ?? '') === version

/** The reasons why lines of a reader's file can't be recorded; empty if they can. */
export function noteJudgmentErrors(judgments: readonly NoteJudgment[], locale: Locale): string[] {
  return judgmentErrors(
    judgments,
    ({ language, key }) => `${language} ${key}`,
    (judgment) => [
      ...verdictErrors(judgment, VERDICTS),
      ...(isPresent(locale, judgment) ? [] : ['it has changed since the sheet was printed']),
    ],
  )
}

/** Records a reader's judgments of the notes in a locale's sample. */
export function recordNotes(judgments: readonly NoteJudgment[], locale: Locale, draw: number, reader: string): void {
  NOTE_LEDGER.append(
    judgments.map(({ language, key, version, verdict, teaches, notes = '' }) => {
      const said = { verdict, ...(teaches === undefined ? {} : { teaches }) }
      return { language, locale, draw, key, version, ...said, reader, date: today(), notes }
    }),
  )
}
