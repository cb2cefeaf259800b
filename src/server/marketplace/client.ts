import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { guardedFetch } from '../guarded-fetch.ts'
import type { Settings } from '../settings.ts'

export type ClientSettings = Pick<Settings, 'MARKETPLACE_API_URL' | 'MARKETPLACE_SESSION_COOKIE'>

/** A request to the marketplace. */
export type Query = { method: 'GET' | 'POST'; path: string; search?: URLSearchParams; body?: unknown }

/** `json` is undefined if the body is not JSON. */
export type Reply = { status: number; json: unknown; retryAfter: string | null }

/** A cookie's value as the browser sent it. It is not decoded, because the other service has to recognize it. */
export function rawCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=')
    if (key.trim() === name) return value.join('=').trim() || undefined
  }
  return undefined
}

/** What the marketplace learns about the visitor: its own session cookie, the languages and the browser. Nothing else leaves us. */
function headersOf(request: FastifyRequest, cookieName: string): Record<string, string> {
  const session = rawCookie(request.headers.cookie, cookieName)
  const { 'accept-language': languages, 'user-agent': browser } = request.headers
  return {
    accept: 'application/json',
    ...(session ? { cookie: `${cookieName}=${session}` } : {}),
    ...(languages ? { 'accept-language': languages } : {}),
    'user-agent': browser ?? 'language-assessment',
  }
}

export type Client = (request: FastifyRequest, query: Query) => Promise<Reply>

/** A client for the marketplace beside us, with a time-out and a size limit; it follows no redirects. */
export function marketplaceClient(settings: ClientSettings, timeoutMs: number): Client {
  const { MARKETPLACE_API_URL: base, MARKETPLACE_SESSION_COOKIE: cookieName } = settings
  const fetchGuarded = guardedFetch(timeoutMs)
  return async (request, { method, path, search, body }) => {
    const headers = headersOf(request, cookieName)
    const queryString = search?.size ? `?${search}` : ''
    const response = await fetchGuarded(`${base}${path}${queryString}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
    })
    const json: unknown = await response.json().catch(() => undefined)
    return { status: response.status, json, retryAfter: response.headers.get('retry-after') }
  }
}

/** Why a request failed, for the log. */
export function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: unknown } }
  return [name, message, cause?.code].filter(Boolean).join(' ')
}

/** A marketplace's reply, reduced to the fields of the contract, and how it breaks the contract, if it does. */
export type CheckedReply = { reply: unknown; problems: string[] }

/**
 * Checks a marketplace's reply against a schema of the contract. Problems name the field and the rule but never the value, since they are
 * logged.
 */
export function checkReply(schema: TSchema, json: unknown): CheckedReply {
  const reply = Value.Clean(schema, structuredClone(json))
  const problems = Value.Errors(schema, reply).map(
    ({ instancePath, message }) => `${instancePath.slice(1).replaceAll('/', '.') || 'the reply'} ${message}`,
  )
  return { reply, problems }
}
