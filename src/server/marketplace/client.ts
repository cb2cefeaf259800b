import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { urls } from '#contract/urls.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import type { Settings } from '../settings.ts'

export type ClientSettings = Pick<Settings, 'MARKETPLACE_API_URL' | 'MARKETPLACE_SESSION_COOKIE'>

/** A request to the marketplace. */
export type Query = { method: 'GET' | 'POST'; path: string; search?: URLSearchParams; body?: unknown }

/** `json` is undefined if the body is not JSON. */
export type Reply = { status: number; json: unknown; retryAfter: string | null }

/** A cookie's value as the browser sent it: not decoded, because the other service has to recognize it. */
export function rawCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=')
    if (key.trim() === name) return value.join('=').trim() || undefined
  }
  return undefined
}

/**
 * What the marketplace learns about the visitor: its own session cookie, the languages and the browser; on the login call
 * also the IP address. Nothing else leaves us.
 */
function headersOf(request: FastifyRequest, cookieName: string, path: string): Record<string, string> {
  const session = rawCookie(request.headers.cookie, cookieName)
  const { 'accept-language': languages, 'user-agent': browser } = request.headers
  return {
    accept: 'application/json',
    ...(session ? { cookie: `${cookieName}=${session}` } : {}),
    ...(path === urls.login ? { 'x-forwarded-for': request.ip } : {}),
    ...(languages ? { 'accept-language': languages } : {}),
    'user-agent': browser ?? 'language-assessment',
  }
}

export type Client = (request: FastifyRequest, query: Query) => Promise<Reply>

/** A client for the external marketplace, with a timeout and a size limit; it follows no redirects. */
export function marketplaceClient(settings: ClientSettings, timeoutMs: number): Client {
  const { MARKETPLACE_API_URL: base, MARKETPLACE_SESSION_COOKIE: cookieName } = settings
  const fetchGuarded = guardedFetch(timeoutMs)
  return async (request, { method, path, search, body }) => {
    const headers = headersOf(request, cookieName, path)
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

/**
 * A marketplace's reply, reduced to the contract's fields, and how it breaks the contract, if it does. `leftOut`: what was wrong with the rows
 * left out.
 */
export type CheckedReply = { reply: unknown; problems: string[]; leftOut: string[] }

/** Problems name the field and the rule, never the value, since they are logged. */
function problemsOf(schema: TSchema, value: unknown, path = ''): string[] {
  return Value.Errors(schema, value).map(
    ({ instancePath, message }) =>
      `${`${path}${instancePath}`.slice(1).replaceAll('/', '.') || 'the reply'} ${message}`,
  )
}

type Parts = {
  default?: unknown
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: string[]
  anyOf?: TSchema[]
}

/**
 * Tolerates small faults: replaces null or nothing with the field's default, drops a null optional field, and leaves bad rows out of a
 * list that also has good ones.
 */
function mend(schema: TSchema, value: unknown, path: string, leftOut: string[]): unknown {
  const { items, properties, required = [], anyOf, default: ifMissing } = schema as TSchema & Parts
  if ((value ?? null) === null && ifMissing !== undefined) return ifMissing
  const list = items ? schema : anyOf?.find((one) => 'items' in one)
  if (Array.isArray(value) && list) {
    const of = (list as TSchema & Parts).items as TSchema
    const rows = value.map((row, index) => mend(of, row, `${path}/${index}`, leftOut))
    const problems = rows.map((row, index) => problemsOf(of, row, `${path}/${index}`)[0])
    const good = rows.filter((_, index) => problems[index] === undefined)
    if (good.length === 0) return rows
    leftOut.push(...problems.filter((problem) => problem !== undefined))
    return good
  }
  if (!properties || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const given = value as Record<string, unknown>
  const mended: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    const isNeeded = required.includes(name) || (given[name] !== undefined && Value.Check(field, given[name]))
    if (!isNeeded && (given[name] ?? null) === null) continue
    const part = mend(field, given[name], `${path}/${name}`, leftOut)
    if (part !== undefined) mended[name] = part
  }
  return mended
}

/** Checks a marketplace's reply against a schema of the contract. One bad row does not cost the others. */
export function checkReply(schema: TSchema, json: unknown): CheckedReply {
  const leftOut: string[] = []
  const reply = mend(schema, Value.Clean(schema, structuredClone(json)), '', leftOut)
  return { reply, problems: problemsOf(schema, reply), leftOut }
}
