import type { Generated } from 'kysely'
import type { Level } from '#quiz/constants.ts'
import type { AskedItem } from '#quiz/draw.ts'
import type { FlagReason } from '#quiz/flag.ts'
import type { Language } from '#quiz/languages.ts'
import type { JsonWithDefault, ReadOnly } from './columns.ts'

/** Tests, reports of their results, and flags on their questions. */
export type AttemptTables = {
  /** An attempt, whole (docs/decisions/027). Written by answers.ts, attempts.ts, claims.ts. */
  assessments: {
    id: string
    visitor: string
    user_id: number | null
    flow_id: string
    language: Language
    interface_language: string
    created_at: Generated<Date>
    seen: JsonWithDefault<number[]>
    earlier: JsonWithDefault<AskedItem[]>
    round: JsonWithDefault<AskedItem[]>
    answered: Generated<number>
    choices: JsonWithDefault<string[][]>
    is_correct: Generated<boolean[]>
    elapsed_ms: Generated<(number | null)[]>
    answered_at: Generated<Date[]>
    finished_at: Date | null
    level: Level | null
    percentile: number | null
    theta: number | null
    standard_error: number | null
    band_lowest: Level | null
    band_highest: Level | null
  }
  /** A view of `assessments`: one row per question asked. */
  assessment_items: {
    assessment_id: ReadOnly<string>
    visitor: ReadOnly<string>
    user_id: ReadOnly<number | null>
    language: ReadOnly<Language>
    created_at: ReadOnly<Date>
    position: ReadOnly<number>
    item_id: ReadOnly<number>
    item_version: ReadOnly<string>
    level: ReadOnly<Level>
    question: ReadOnly<string>
    image: ReadOnly<string>
    correct: ReadOnly<string[]>
    options: ReadOnly<string[]>
    difficulty: ReadOnly<number | null>
    choice: ReadOnly<string[] | null>
    is_correct: ReadOnly<boolean | null>
    elapsed_ms: ReadOnly<number | null>
    answered_at: ReadOnly<Date | null>
  }
  /** A result made public. Written by reports.ts. */
  reports: { id: string; assessment_id: string; created_at: Generated<Date> }
  /** A flag on a question. Written by flags.ts. */
  item_flags: {
    language: Language
    item_id: number
    item_version: string
    user_id: number
    reason: FlagReason
    note: string
    created_at: Generated<Date>
  }
}
