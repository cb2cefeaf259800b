import { Type } from 'typebox'
import { REPORT_REASONS } from '#quiz/item-report.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { ChangeReply, EstimateReply } from './review.ts'

/** One finished assessment in the account's history. */
export const HistoryEntry = Type.Object({
  assessment_id: Type.String({ format: 'uuid' }),
  language: Type.Enum([...LANGUAGES]),
  level: Type.Enum([...LEVELS]),
  than: Type.Integer(),
  finished_at: Type.String({ format: 'date-time' }),
  estimate: EstimateReply,
  change: Type.Union([Type.Null(), ChangeReply]),
  report: Type.Union([
    Type.Null(),
    Type.Object({
      report_id: Type.String({ description: 'of the public report' }),
      created_at: Type.String({ format: 'date-time' }),
      /** What the account has written beside it in the community. */
      post: Type.Union([
        Type.Null(),
        Type.Object({ text: Type.String(), created_at: Type.String({ format: 'date-time' }) }),
      ]),
    }),
  ]),
})

/** A question that the account has reported. */
export const ReportedItem = Type.Object({
  language: Type.Enum([...LANGUAGES]),
  question_id: Type.Integer(),
  reason: Type.Enum([...REPORT_REASONS]),
  note: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
})
