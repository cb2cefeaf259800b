import { Type } from 'typebox'

/** The closed list of error codes (docs/api.md lists when each is sent). */
const ERROR_CODES = [
  'invalid_request',
  'unknown_language',
  'signed_out',
  'token_refused',
  'forbidden',
  'sign_in_again',
  'assessment_not_found',
  'cookie_missing',
  'assessment_open',
  'already_posted',
  'handover_expired',
  'answer_out_of_order',
  'choice_not_offered',
  'cross_site_request',
  'not_found',
  'too_many_requests',
  'code_wrong',
  'code_expired',
  'target_refused',
  'payload_too_large',
  'unsupported_media_type',
  'internal_error',
  'unavailable',
  'upstream_unavailable',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export const ErrorReply = Type.Object({
  error: Type.Object({
    code: Type.Enum([...ERROR_CODES]),
    message: Type.String({ description: 'a human-readable sentence' }),
    request_id: Type.String(),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        description: 'with target_refused: the country to which no codes are sent',
      }),
    ),
  }),
})

export type ErrorReply = Type.Static<typeof ErrorReply>

/** The error replies that every endpoint of the contract may send. */
export const errorReplies = { '4xx': ErrorReply, '5xx': ErrorReply } as const
