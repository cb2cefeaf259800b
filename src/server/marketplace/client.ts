import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { findFaults, type SchemaFault } from '#contract/schema-faults.ts'
import { urls } from '#contract/urls.ts'
import { traceparentOf } from '../edge/logging.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import { listNames } from '../marketplace-settings.ts'
import type { Settings } from '../settings.ts'

export type ClientSettings = Pick<
  Settings,
  | 'MARKETPLACE_API_URL'
  | 'MARKETPLACE_SESSION_COOKIE'
  | 'MARKETPLACE_SESSION_HEADER'
  | 'MARKETPLACE_COOKIES'
  | 'MARKETPLACE_SECRET'
  | 'MARKETPLACE_SECRET_HEADER'
  | 'MARKETPLACE_VISITOR_ADDRESS'
>

/** Who gives people's ids: the external marketplace, or undefined for this service itself. */
export function issuerOf({ MARKETPLACE_API_URL: url }: Pick<Settings, 'MARKETPLACE_API_URL'>): string | undefined {
  return url ? new URL(url).origin : undefined
}

/** A request to the marketplace. */
export type Query = { method: 'GET' | 'POST'; path: string; search?: URLSearchParams; body?: unknown }

/** `json` is undefined if the body is not JSON. */
export type Reply = { status: number; json: unknown; retryAfter: string | null }

/** The named cookies as the browser sent them, `name=value`: not decoded, because the other service has to recognize them. */
function rawCookies(header: string | undefined, names: readonly string[]): string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return names.flatMap((name) => {
    const pair = pairs.find((one) => one.startsWith(`${name}=`) && one.length > name.length + 1)
    return pair ? [pair] : []
  })
}

type Session = { cookies: string[]; header: string | undefined }

function findSession({ headers }: FastifyRequest, settings: ClientSettings): Session {
  const { MARKETPLACE_SESSION_COOKIE: cookies, MARKETPLACE_SESSION_HEADER: name } = settings
  const header = name ? headers[name.toLowerCase()] : undefined
  return { cookies: rawCookies(headers.cookie, listNames(cookies)), header: header ? String(header) : undefined }
}

/** All that carries the visitor's session at the marketplace, as the browser sent it; undefined without any of it. */
export function marketplaceSession(request: FastifyRequest, settings: ClientSettings): string | undefined {
  const { cookies, header } = findSession(request, settings)
  return [...cookies, ...(header ? [`: ${header}`] : [])].join('; ') || undefined
}

/**
 * What the marketplace learns about the visitor: its own session and the cookies that the settings name, the languages, the browser and the trace;
 * the IP address on the login call, or on all if the settings say so. Nothing else leaves us.
 */
function headersOf(request: FastifyRequest, settings: ClientSettings, path: string): Record<string, string> {
  const session = findSession(request, settings)
  const cookies = [
    ...session.cookies,
    ...rawCookies(request.headers.cookie, listNames(settings.MARKETPLACE_COOKIES)),
  ].join('; ')
  const tellsAddress = path === urls.login || settings.MARKETPLACE_VISITOR_ADDRESS === 'every-call'
  const { 'accept-language': languages, 'user-agent': browser } = request.headers
  const traceparent = traceparentOf(request)
  return {
    accept: 'application/json',
    ...(cookies ? { cookie: cookies } : {}),
    ...(session.header ? { [settings.MARKETPLACE_SESSION_HEADER]: session.header } : {}),
    ...(settings.MARKETPLACE_SECRET ? { [settings.MARKETPLACE_SECRET_HEADER]: settings.MARKETPLACE_SECRET } : {}),
    ...(tellsAddress ? { 'x-forwarded-for': request.ip } : {}),
    ...(languages ? { 'accept-language': languages } : {}),
    ...(traceparent ? { traceparent } : {}),
    'user-agent': browser ?? 'language-assessment',
  }
}

export type Client = (request: FastifyRequest, query: Query) => Promise<Reply>

/** A client for the external marketplace, with a timeout and a size limit; it follows no redirects. */
export function marketplaceClient(settings: ClientSettings, timeoutMs: number): Client {
  const { MARKETPLACE_API_URL: base } = settings
  const fetchGuarded = guardedFetch(timeoutMs)
  return async (request, { method, path, search, body }) => {
    const headers = headersOf(request, settings, path)
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
export type CheckedReply = { reply: unknown; problems: SchemaFault[]; leftOut: SchemaFault[] }

/** A fault as a sentence: the field and the rule. */
export function describeFault({ path, rule }: SchemaFault): string {
  return `${path.join('.') || 'the reply'} ${rule}`
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
function mend(schema: TSchema, value: unknown, path: string[], leftOut: SchemaFault[]): unknown {
  const { items, properties, required = [], anyOf, default: ifMissing } = schema as TSchema & Parts
  if ((value ?? null) === null && ifMissing !== undefined) return ifMissing
  const list = items ? schema : anyOf?.find((one) => 'items' in one)
  if (Array.isArray(value) && list) {
    const of = (list as TSchema & Parts).items as TSchema
    const rows = value.map((row, index) => mend(of, row, [...path, `${index}`], leftOut))
    const problems = rows.map((row, index) => findFaults(of, row, [...path, `${index}`])[0])
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
    const part = mend(field, given[name], [...path, name], leftOut)
    if (part !== undefined) mended[name] = part
  }
  return mended
}

/** Checks a marketplace's reply against a schema of the contract. One bad row does not cost the others. */
export function checkReply(schema: TSchema, json: unknown): CheckedReply {
  const leftOut: SchemaFault[] = []
  const reply = mend(schema, Value.Clean(schema, structuredClone(json)), [], leftOut)
  return { reply, problems: findFaults(schema, reply), leftOut }
}
