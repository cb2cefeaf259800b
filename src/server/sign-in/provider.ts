import * as openid from 'openid-client'
import { guardedFetch, readJson } from '../guarded-fetch.ts'

export type AuthorizationRequest = { redirectUri: string; state: string; nonce: string; challenge: string }

/** The callback's address, and what was stored when the browser left for the provider. */
export type Callback = { url: URL; state: string; nonce: string; verifier: string }

/** What a provider says about a person. The email address counts only if `isEmailVerified` (docs/decisions/008). */
type Profile = {
  issuer: string
  subject: string
  name: string
  email: string | undefined
  isEmailVerified: boolean
}

/** What signing in needs from a provider. Either function may throw anything; then nobody is signed in. */
export type SignInProvider = {
  authorizationUrl: (request: AuthorizationRequest) => Promise<URL>
  profile: (callback: Callback) => Promise<Profile>
}

/** A profile field: its text, or undefined if it is anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The provider's id for the person, a string or an integer.
 * @throws Error if there is none: nothing else identifies the person
 */
export function subjectOf(value: unknown): string {
  const subject = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value)
  // Halves of characters would all be the same to the database.
  if (!subject?.isWellFormed() || subject.length > 255) throw new Error('The profile has no usable id.')
  return subject
}

export type OAuth2Options = {
  issuer: string
  clientId: string
  clientSecret: string
  authorizationUrl: string
  tokenUrl: string
  userinfoUrl: string
  timeoutMs: number
}

/** Facebook sends {error: {message, type, code}}, where the standard has a string. */
function standardError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error
  const { type, code } = error as { type?: unknown; code?: unknown }
  return `${type ?? 'error'} ${code ?? ''}`.trim()
}

/** Normalizes a vendor's token reply to OAuth before the client reads it. */
async function standardReply(response: Response): Promise<Response> {
  const text = await response.text()
  const { status, headers } = response
  try {
    // VK's ID token is not OpenID's and would not validate; we need nothing from it.
    const { id_token: _, error, ...body } = JSON.parse(text)
    const reply = error === undefined ? body : { ...body, error: standardError(error) }
    return new Response(JSON.stringify(reply), { status, headers })
  } catch {
    return new Response(text, { status, headers })
  }
}

/** The client for a provider that speaks OAuth 2 without OpenID. */
export function oauth2Client(options: OAuth2Options): openid.Configuration {
  const { issuer, authorizationUrl, tokenUrl, clientId, clientSecret, timeoutMs } = options
  const config = new openid.Configuration(
    { issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl },
    clientId,
    clientSecret || undefined,
  )
  const fetchGuarded = guardedFetch(timeoutMs)
  config[openid.customFetch] = async (url, request) => standardReply(await fetchGuarded(url, request))
  config.timeout = timeoutMs / 1000
  if (tokenUrl.startsWith('http:')) openid.allowInsecureRequests(config)
  return config
}

/**
 * Reads a profile, which must be a JSON object.
 * @throws Error unless the reply is a 200 with an object
 */
export async function readProfile(response: Response): Promise<Record<string, unknown>> {
  if (response.status !== 200) throw new Error(`The profile request failed with status ${response.status}.`)
  const profile = await readJson(response)
  if (typeof profile !== 'object' || profile === null) throw new Error('The profile is not an object.')
  return profile as Record<string, unknown>
}
