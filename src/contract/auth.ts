import { Type } from 'typebox'
import { errorReplies } from './errors.ts'
import { urls } from './urls.ts'

export const PROVIDERS = ['google', 'facebook', 'vk'] as const
export type Provider = (typeof PROVIDERS)[number]

/** A provider that the settings add, with the address of its icon. */
type AddedProvider = { id: string; name: string; icon: string | null }

export type OfferedProvider = Provider | AddedProvider

export const postCode = {
  method: 'POST',
  url: urls.codes,
  config: { access: 'everyone' },
  schema: {
    summary: 'Send a one-time code; the reply is the same whether or not an account exists',
    body: Type.Object(
      {
        channel: Type.Enum(['email', 'phone']),
        target: Type.String({ minLength: 3, maxLength: 320, description: 'an email address, or a phone number' }),
        proof: Type.Optional(Type.String({ maxLength: 120, description: 'a solved challenge, after proof_wanted' })),
      },
      { additionalProperties: false },
    ),
    response: {
      202: Type.Object({
        data: Type.Object({
          challenge_id: Type.String({ format: 'uuid' }),
          resend_after_seconds: Type.Integer(),
        }),
      }),
      ...errorReplies,
    },
  },
} as const

export const postSession = {
  method: 'POST',
  url: urls.sessions,
  config: { access: 'everyone' },
  schema: {
    summary: 'Sign in with a one-time code; sets the session cookie',
    body: Type.Object(
      { challenge_id: Type.String({ format: 'uuid' }), code: Type.String({ pattern: '^[0-9]{6}$' }) },
      { additionalProperties: false },
    ),
    response: { 201: Type.Object({ data: Type.Object({ user_id: Type.Integer() }) }), ...errorReplies },
  },
} as const

export const postAppSession = {
  method: 'POST',
  url: urls.appSessions,
  config: { access: 'everyone' },
  schema: {
    summary: "Sign the mobile app's user in with a token of the app's service; sets the session cookie",
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 4096 }) }, { additionalProperties: false }),
    response: { 201: Type.Object({ data: Type.Object({ user_id: Type.Integer() }) }), ...errorReplies },
  },
} as const

export const deleteCurrentSession = {
  method: 'DELETE',
  url: urls.currentSession,
  config: { access: 'everyone' },
  schema: { summary: 'Sign out; harmless when signed out', response: { 204: Type.Null(), ...errorReplies } },
} as const
