import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { Assessment } from './assessments.ts'

/** What the server puts into the quiz page for its start in the browser. */
export type QuizPageState = {
  /** The query's supported language, and its level where one counts (design §7); anything else is ignored. */
  queryLanguage: Language | null
  queryLevel: Level | null
  isMobileApp: boolean
  /** The visitor's open assessments, the newest of each language. */
  open: Assessment[]
  /** The picture keys of the two picture levels, so that a round of them can be loaded before it is known to come. */
  pictures: { A1: string[]; A2: string[] }
  /** The visitor's last finished assessments, newest first. */
  finished: Assessment[]
}
