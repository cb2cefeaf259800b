import { Type } from 'typebox'
import { COUNTRIES } from './countries.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Flag } from './flags.ts'
import { Id, Uuid } from './ids.ts'
import { Foundation } from './profile.ts'
import { ChangeReply, EstimateReply } from './review.ts'
import { Closed, DateTime, LanguageName, LevelName, Nullable, ShownText } from './schemas.ts'
import { MAX_NICKNAME_LENGTH } from './typed-text.ts'
import { urls } from './urls.ts'

/** The answer to one question. The keys are included only for attempts whose review shows them. */
const ExportedAnswer = Type.Object({
  position: Type.Integer(),
  question: Type.String(),
  choice: Type.Array(Type.String(), { description: '[] is "I don\'t know"' }),
  is_correct: Type.Optional(Type.Boolean()),
  elapsed_ms: Nullable(Type.Integer()),
  answered_at: DateTime,
})

/** One finished attempt in the account's history. */
const HistoryEntry = Type.Object({
  assessment_id: Uuid,
  language: LanguageName,
  level: LevelName,
  than: Type.Integer(),
  finished_at: DateTime,
  estimate: EstimateReply,
  change: Nullable(ChangeReply, { description: 'null for the first' }),
  answers: Type.Optional(Type.Array(ExportedAnswer, { description: 'in the download' })),
  report: Nullable(
    Type.Object({
      report_id: Type.String({ description: 'the id of the public report' }),
      created_at: DateTime,
      /** The account's community post about it. */
      post: Nullable(Type.Object({ text: Type.String(), created_at: DateTime })),
    }),
  ),
})

const OpenAttempt = Type.Object({
  assessment_id: Uuid,
  language: LanguageName,
  created_at: DateTime,
  answers: Type.Array(ExportedAnswer),
})

const OwnEvent = Type.Object({
  name: Type.String(),
  occurred_at: DateTime,
  properties: Type.Object({}, { additionalProperties: true }),
})

const Session = Type.Object({
  device: Type.String({ description: "browser and system, such as 'Firefox · Windows'; '' if unknown" }),
  created_at: DateTime,
  expires_at: DateTime,
  is_current: Type.Boolean({ description: "whether it is the requesting browser's session" }),
})

/** A question that the account has flagged. */
const FlaggedItem = Type.Object({
  language: LanguageName,
  ...Flag.properties,
  created_at: DateTime,
})

/**
 * The account: the data of its page (results page by page, and the latest flags), or everything stored about it, as a
 * download.
 */
export const AccountData = Type.Object({
  user_id: Id,
  nickname: Type.String(),
  avatar_file_name: Type.String(),
  country_id: Nullable(Type.String()),
  created_at: DateTime,
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
  providers: Type.Array(Type.String()),
  profile: Foundation,
  sessions: Type.Array(Session),
  item_flags: Type.Array(FlaggedItem),
  assessments: Type.Array(HistoryEntry),
  next_before: Nullable(Uuid, {
    description: '`before` of the next page of results; null on the last and in the download',
  }),
  open_assessments: Type.Optional(Type.Array(OpenAttempt, { description: 'in the download' })),
  events: Type.Optional(Type.Array(OwnEvent, { description: 'in the download' })),
})
export type AccountData = Type.Static<typeof AccountData>

export const getAccount = {
  method: 'GET',
  url: urls.accountData,
  config: { access: 'signed in' },
  schema: {
    summary: 'The signed-in account, or everything stored about it as a file',
    querystring: Type.Object({
      before: Type.Optional(
        Type.String({ ...Uuid, description: 'the id of a result; only those before it are returned' }),
      ),
      download: Type.Optional(Type.Enum(['1'], { description: 'everything, as a file' })),
    }),
    response: { 200: Type.Object({ data: AccountData }), ...errorReplies },
  },
} as const satisfies Endpoint

export const patchAccount = {
  method: 'PATCH',
  url: urls.accountData,
  config: { access: 'signed in', needs: 'the built-in marketplace' },
  schema: {
    summary: 'Change the nickname or the country',
    body: Closed(
      {
        nickname: Type.Optional(ShownText(MAX_NICKNAME_LENGTH)),
        country_id: Type.Optional(Nullable(Type.Enum(COUNTRIES))),
      },
      { minProperties: 1 },
    ),
    response: { 200: Type.Object({ data: AccountData }), ...errorReplies },
  },
} as const satisfies Endpoint

export const deleteAccount = {
  method: 'DELETE',
  url: urls.accountData,
  config: { access: 'signed in' },
  schema: {
    summary: 'Delete the account and everything it owns, and end its sessions; only within ten minutes of signing in',
    response: { 204: Type.Null(), ...errorReplies },
  },
} as const satisfies Endpoint

export const deleteSessions = {
  method: 'DELETE',
  url: urls.sessions,
  config: { access: 'signed in', gate: 'signIns', limit: 'signIns', needs: 'the built-in marketplace' },
  schema: { summary: 'Sign out everywhere', response: { 204: Type.Null(), ...errorReplies } },
} as const satisfies Endpoint
