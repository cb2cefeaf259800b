import { Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Closed } from './schemas.ts'
import { urls } from './urls.ts'

/** A visitor's choice about analytics events and the social SDK (docs/decisions/013). */
const Choice = Type.Enum(['allowed', 'declined'])
export type Choice = Type.Static<typeof Choice>

/** `unasked`: not asked yet, which counts as `declined`. */
export type Consent = Choice | 'unasked'

export const putConsent = {
  method: 'PUT',
  url: urls.consent,
  config: { access: 'everyone' },
  schema: {
    summary: 'Allow or decline analytics events and the social SDK; kept in a cookie',
    body: Closed({ choice: Choice }),
    response: { 204: Type.Null(), ...errorReplies },
  },
} as const satisfies Endpoint

/** The same choice, for the plain forms of the banner and the privacy page. */
export const ConsentForm = Closed({ choice: Choice, next: Type.Optional(Type.String({ maxLength: 1024 })) })

export const postConsent = {
  method: 'POST',
  url: urls.consent,
  config: {},
  schema: { summary: "the banner's form" },
} as const satisfies Endpoint
