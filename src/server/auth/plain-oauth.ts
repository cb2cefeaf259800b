import * as openid from 'openid-client'
import { guardedFetch } from '../guarded-fetch.ts'
import type { ProviderClient } from './providers.ts'

export type PlainOAuthOptions = ProviderClient & {
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  timeoutMs: number
}

/** Facebook answers {error: {message, type, code}}, where the standard has a text. */
function standardError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error
  const { type, code } = error as { type?: unknown; code?: unknown }
  return `${type ?? 'error'} ${code ?? ''}`.trim()
}

/** The vendors' deviations from OAuth in a token reply, mended before the client reads it. */
async function mended(response: Response): Promise<Response> {
  const text = await response.text()
  const { status, headers } = response
  try {
    // VK adds an ID token of its own kind. Nothing is read from it, and it would not pass as OpenID's.
    const { id_token: _, error, ...body } = JSON.parse(text)
    const reply = error === undefined ? body : { ...body, error: standardError(error) }
    return new Response(JSON.stringify(reply), { status, headers })
  } catch {
    return new Response(text, { status, headers })
  }
}

/** The client of a provider that speaks OAuth 2 without OpenID. */
export function plainOAuth(options: PlainOAuthOptions): openid.Configuration {
  const { issuer, authorizationUrl, tokenUrl, clientId, clientSecret, timeoutMs } = options
  const config = new openid.Configuration(
    { issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl },
    clientId,
    clientSecret || undefined,
  )
  const fetchGuarded = guardedFetch(timeoutMs)
  config[openid.customFetch] = async (url, request) => mended(await fetchGuarded(url, request))
  config.timeout = timeoutMs / 1000
  if (tokenUrl.startsWith('http:')) openid.allowInsecureRequests(config)
  return config
}

/**
 * A profile as a JSON object.
 * @throws Error for anything else than a 200 with an object
 */
export async function readProfile(response: Response): Promise<Record<string, unknown>> {
  if (response.status !== 200) throw new Error(`The profile was answered with ${response.status}.`)
  const profile: unknown = await response.json()
  if (typeof profile !== 'object' || profile === null) throw new Error('The profile is no object.')
  return profile as Record<string, unknown>
}
