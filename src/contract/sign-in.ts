import { Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Uuid } from './ids.ts'
import { Closed } from './schemas.ts'
import { urls } from './urls.ts'

export const PROVIDERS = ['google', 'facebook', 'vk'] as const
export type Provider = (typeof PROVIDERS)[number]

/** The channels for one-time codes. */
export const CODE_CHANNELS = ['email', 'phone'] as const
export type CodeChannel = (typeof CODE_CHANNELS)[number]

export const postCode = {
  method: 'POST',
  url: urls.codes,
  config: { access: 'everyone', gate: 'signIns', limit: 'signIns', needs: 'the built-in marketplace' },
  schema: {
    summary: 'Send a one-time code; the reply is the same whether or not an account exists',
    body: Closed({
      channel: Type.Enum([...CODE_CHANNELS]),
      target: Type.String({
        minLength: 3,
        maxLength: 320,
        description: "an email address, or a phone number as people type it in the visitor's country",
      }),
    }),
    response: {
      202: Type.Object({
        data: Type.Object({
          challenge_id: Uuid,
          sent_to: Type.String({ description: 'the normalized address or number' }),
          resend_after_seconds: Type.Integer(),
        }),
      }),
      ...errorReplies,
    },
  },
} as const satisfies Endpoint

export const postSession = {
  method: 'POST',
  url: urls.sessions,
  config: { access: 'everyone', gate: 'signIns', limit: 'signIns', needs: 'the built-in marketplace' },
  schema: {
    summary: 'Sign in with a one-time code; sets the session cookie',
    body: Closed({
      challenge_id: Uuid,
      code: Type.String({ maxLength: 100, description: 'six digits of any script' }),
    }),
    response: { 201: Type.Object({ data: Type.Object({ user_id: Type.Integer() }) }), ...errorReplies },
  },
} as const satisfies Endpoint

export const postAppSession = {
  method: 'POST',
  url: urls.appSessions,
  config: { access: 'everyone', gate: 'signIns', limit: 'signIns', needs: 'APP_TOKEN_SECRET' },
  schema: {
    summary: "Sign the mobile app's user in with a token of the app's service; sets the session cookie",
    body: Closed({ token: Type.String({ minLength: 1, maxLength: 4096 }) }),
    response: { 201: Type.Object({ data: Type.Object({ user_id: Type.Integer() }) }), ...errorReplies },
  },
} as const satisfies Endpoint

export const deleteCurrentSession = {
  method: 'DELETE',
  url: urls.currentSession,
  config: { access: 'everyone', needs: 'the built-in marketplace' },
  schema: { summary: 'Sign out; harmless when signed out', response: { 204: Type.Null(), ...errorReplies } },
} as const satisfies Endpoint

const withProvider = Type.Object({ provider: Type.String() })

export const signInWith = {
  method: 'GET',
  url: urls.signInWith(':provider'),
  // It stores a transaction, and other sites may not start a sign-in.
  config: { errors: 'page', limit: 'signIns', writes: true, needs: 'the built-in marketplace' },
  schema: { summary: 'to the provider', params: withProvider },
} as const satisfies Endpoint

export const signInCallback = {
  method: 'GET',
  url: urls.callback(':provider'),
  config: { errors: 'page', limit: 'signIns', needs: 'the built-in marketplace' },
  schema: { summary: 'back from the provider', params: withProvider },
} as const satisfies Endpoint
