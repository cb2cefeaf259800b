import { Type } from 'typebox'
import { REPORT_REASONS } from '#quiz/item-report.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { errorReplies } from './errors.ts'
import { Foundation } from './profile.ts'
import { ChangeReply, EstimateReply } from './review.ts'
import { urls } from './urls.ts'

/** One finished assessment in the account's history. */
const HistoryEntry = Type.Object({
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
const ReportedItem = Type.Object({
  language: Type.Enum([...LANGUAGES]),
  question_id: Type.Integer(),
  reason: Type.Enum([...REPORT_REASONS]),
  note: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
})

/** Everything stored about the account: what its page shows and what its owner can download. */
export const AccountData = Type.Object({
  user_id: Type.Integer(),
  nickname: Type.String(),
  avatar_file_name: Type.String(),
  country_id: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
  providers: Type.Array(Type.String()),
  profile: Foundation,
  assessments: Type.Array(HistoryEntry),
  item_reports: Type.Array(ReportedItem),
})
export type AccountData = Type.Static<typeof AccountData>

export const getAccount = {
  method: 'GET',
  url: urls.accountData,
  config: { access: 'signed in' },
  schema: {
    summary: 'Everything stored about the one who is signed in',
    querystring: Type.Object({ download: Type.Optional(Type.Enum(['1'], { description: 'as a file' })) }),
    response: { 200: Type.Object({ data: AccountData }), ...errorReplies },
  },
} as const

export const patchAccount = {
  method: 'PATCH',
  url: urls.accountData,
  config: { access: 'signed in' },
  schema: {
    summary: 'Change the nickname',
    body: Type.Object({ nickname: Type.String({ minLength: 1, maxLength: 60 }) }, { additionalProperties: false }),
    response: { 200: Type.Object({ data: AccountData }), ...errorReplies },
  },
} as const

export const deleteAccount = {
  method: 'DELETE',
  url: urls.accountData,
  config: { access: 'signed in' },
  schema: {
    summary: 'Delete the account with everything it owns; all its sessions end',
    response: { 204: Type.Null(), ...errorReplies },
  },
} as const
