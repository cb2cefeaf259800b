import type { FastifyRequest } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { Settings } from '#settings/settings.ts'
import { guardedFetch, readJson } from '../guarded-fetch.ts'
import { traceparentOf } from '../http/logging.ts'
import type { MarketplaceAddress } from '../marketplace-address.ts'

export type ClientSettings = MarketplaceAddress &
  Pick<
    Settings,
    | 'MARKETPLACE_SESSION_COOKIE'
    | 'MARKETPLACE_SESSION_HEADER'
    | 'MARKETPLACE_COOKIES'
    | 'MARKETPLACE_SECRET'
    | 'MARKETPLACE_SECRET_HEADER'
    | 'MARKETPLACE_VISITOR_ADDRESS'
  >

/** A request to the marketplace. */
export type MarketplaceQuery = { method: 'GET' | 'POST'; path: string; search?: URLSearchParams; body?: unknown }

/** `json` is undefined if the body isn't JSON. */
export type MarketplaceReply = { status: number; json: unknown; retryAfter: string | null }

/**
 * The named cookies as the browser sent them, `name=value`: not decoded, because the other service has to recognize
 * them.
 */
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
  return { cookies: rawCookies(headers.cookie, cookies), header: header ? String(header) : undefined }
}

/** The headers with the visitor's marketplace session, as the browser sent them; undefined if there are none. */
export function marketplaceSession(request: FastifyRequest, settings: ClientSettings): string | undefined {
  const { cookies, header } = findSession(request, settings)
  return [...cookies, ...(header ? [`: ${header}`] : [])].join('; ') || undefined
}

/**
 * Everything that the marketplace receives about the visitor: its own session and the cookies listed in the settings,
 * the languages, the browser, and the trace; the IP address on the login call, or on all calls if the settings say so.
 * Nothing else leaves this service.
 */
function headersOf(request: FastifyRequest, settings: ClientSettings, path: string): Record<string, string> {
  const session = findSession(request, settings)
  const cookies = [...session.cookies, ...rawCookies(request.headers.cookie, settings.MARKETPLACE_COOKIES)].join('; ')
  const sendsAddress = path === urls.login || settings.MARKETPLACE_VISITOR_ADDRESS === 'every-call'
  const { 'accept-language': languages, 'user-agent': browser } = request.headers
  const traceparent = traceparentOf(request)
  return {
    accept: 'application/json',
    ...(cookies ? { cookie: cookies } : {}),
    ...(session.header ? { [settings.MARKETPLACE_SESSION_HEADER]: session.header } : {}),
    ...(settings.MARKETPLACE_SECRET ? { [settings.MARKETPLACE_SECRET_HEADER]: settings.MARKETPLACE_SECRET } : {}),
    ...(sendsAddress ? { 'x-forwarded-for': request.ip } : {}),
    ...(languages ? { 'accept-language': languages } : {}),
    ...(traceparent ? { traceparent } : {}),
    'user-agent': browser ?? 'language-assessment',
  }
}

export type Client = (request: FastifyRequest, query: MarketplaceQuery) => Promise<MarketplaceReply>

/** A client for the linked marketplace, with a timeout and a size limit; it follows no redirects. */
export function marketplaceClient(settings: ClientSettings, timeoutMs: number): Client {
  const fetchGuarded = guardedFetch(timeoutMs)
  return async (request, { method, path, search, body }) => {
    const headers = headersOf(request, settings, path)
    const queryString = search?.size ? `?${search}` : ''
    const response = await fetchGuarded(`${settings.MARKETPLACE_API_URL}${path}${queryString}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
    })
    const json = await readJson(response)
    return { status: response.status, json, retryAfter: response.headers.get('retry-after') }
  }
}
