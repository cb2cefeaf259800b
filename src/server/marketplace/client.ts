import type { FastifyRequest } from 'fastify'
import { guardedFetch } from '../guarded-fetch.ts'
import type { Settings } from '../settings.ts'
import { rawCookie } from './raw-cookie.ts'

export type ClientSettings = Pick<Settings, 'MARKETPLACE_API_URL' | 'MARKETPLACE_SESSION_COOKIE'>

export type Question = { method: 'GET' | 'POST'; path: string; query?: URLSearchParams; body?: unknown }

/** `json` is undefined where the body is none. */
export type Answer = { status: number; json: unknown; retryAfter: string | null }

/** What the marketplace is told of who asks: its own session, the languages, the browser. Nothing else of the request leaves us. */
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

export type Client = (request: FastifyRequest, question: Question) => Promise<Answer>

/** The marketplace beside us: each question within `timeoutMs`, whose answer has a limited size and is no redirect followed. */
export function marketplaceClient(settings: ClientSettings, timeoutMs: number): Client {
  const { MARKETPLACE_API_URL: base, MARKETPLACE_SESSION_COOKIE: cookieName } = settings
  const fetchGuarded = guardedFetch(timeoutMs)
  return async (request, { method, path, query, body }) => {
    const headers = headersOf(request, cookieName)
    const search = query?.size ? `?${query}` : ''
    const response = await fetchGuarded(`${base}${path}${search}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
    })
    const json: unknown = await response.json().catch(() => undefined)
    return { status: response.status, json, retryAfter: response.headers.get('retry-after') }
  }
}

/** Why there was no answer, for the log. */
export function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: unknown } }
  return [name, message, cause?.code].filter(Boolean).join(' ')
}
