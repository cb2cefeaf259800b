import type { Selectable } from 'kysely'
import type { AttemptState } from '#quiz/attempt.ts'
import type { Language } from '#quiz/languages.ts'
import type { Tables } from '../schema.ts'

/** The columns visible to the owner. */
export const SHOWN_COLUMNS = ['id', 'flow_id', 'language', 'answered', 'round', 'level', 'percentile'] as const

/** The columns that the rules and an attempt's events need. */
export const WHOLE_COLUMNS = [
  ...SHOWN_COLUMNS,
  'interface_language',
  'seen',
  'earlier',
  'choices',
  'is_correct',
] as const

type Row = Selectable<Tables['assessments']>
export type ShownRow = Pick<Row, (typeof SHOWN_COLUMNS)[number]>
export type WholeRow = Pick<Row, (typeof WHOLE_COLUMNS)[number]>

/** The owner's view of an attempt. */
export type ShownAttempt = Pick<AttemptState, 'answered' | 'round' | 'result'> & {
  id: string
  flowId: string
  language: Language
}

/** An attempt as the rules and its events need it. */
export type StoredAttempt = ShownAttempt & AttemptState & { interfaceLanguage: string }

export function toShown(row: ShownRow): ShownAttempt {
  const { level, percentile } = row
  return {
    id: row.id,
    flowId: row.flow_id,
    language: row.language,
    answered: row.answered,
    round: row.round,
    result: level === null || percentile === null ? null : { level, percentile },
  }
}

export function toStored(row: WholeRow): StoredAttempt {
  return {
    ...toShown(row),
    interfaceLanguage: row.interface_language,
    seen: row.seen,
    earlier: row.earlier,
    choices: row.choices,
    outcomes: row.is_correct,
  }
}
