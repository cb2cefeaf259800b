import { Type } from 'typebox'
import { FLAG_REASONS, MAX_FLAG_NOTE_LENGTH } from '#quiz/flag.ts'
import { POSITION_PATTERN } from './attempts.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Uuid } from './ids.ts'
import { Closed, ShownText } from './schemas.ts'
import { urls } from './urls.ts'

const FlagReason = Type.Enum([...FLAG_REASONS])

/** A user's objection to a question. */
export const Flag = Type.Object({ reason: FlagReason, note: Type.String() })
export type Flag = Type.Static<typeof Flag>

export const flagItem = {
  method: 'POST',
  url: urls.flag(':id', ':position'),
  config: { access: 'owner' },
  schema: {
    summary: 'Flag a question in your own finished assessment; one flag per person and question: a repeat replaces it',
    params: Closed({ id: Uuid, position: Type.String({ pattern: POSITION_PATTERN }) }),
    body: Closed({
      reason: FlagReason,
      note: Type.Optional(ShownText(MAX_FLAG_NOTE_LENGTH)),
    }),
    response: { 201: Type.Object({ data: Flag }), ...errorReplies },
  },
} as const satisfies Endpoint
