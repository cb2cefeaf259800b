import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { ErrorCode, ErrorReply } from '#contract/errors.ts'
import type { Settings } from '#settings/settings.ts'
import { isBounded, MAX_LEVELS, MAX_VALUES } from '../json-bounds.ts'
import { isStorable } from '../storable-text.ts'
import { wantsPage } from './errors.ts'
import { HttpError, NothingHere } from './http-error.ts'

type Refusal = { status: string; code: ErrorCode; message: string }

const UNREADABLE: Refusal = {
  status: '400 Bad Request',
  code: 'invalid_request',
  message: 'The request is not well-formed HTTP.',
}

/** By Node's error code. */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'invalid_request',
    message: 'The headers are too long.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Content Too Large',
    code: 'payload_too_large',
    message: 'The chunk extensions are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid_request',
    message: 'The request did not arrive in time.',
  },
}

/**
 * Replies to a request that Node can't parse and closes the connection, because the start of the next request is
 * unknown (RFC 9112 §11.2; OWASP ASVS 5.0, 4.2.1).
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code, message } = REFUSALS[error.code ?? ''] ?? UNREADABLE
  const reply: ErrorReply = { error: { code, message, request_id: randomUUID() } }
  const body = JSON.stringify(reply)
  const headers = [
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
  ]
  socket.write(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

const HOST = /^([a-z0-9._~-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$/i

/**
 * Rejects two Host headers (Node reads the first, a proxy might read the second) and a malformed one (RFC 9112 §3.2).
 * Only HTTP/1.0 may omit it.
 */
export function refuseBadHost(
  { raw, host = '' }: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const isName = (_: string, index: number) => index % 2 === 0
  const hosts = raw.rawHeaders.filter(isName).filter((name) => name.toLowerCase() === 'host')
  const isWellFormed = host === '' || (HOST.test(host) && URL.canParse(`http://${host}`))
  if (hosts.length < 2 && isWellFormed) {
    done()
    return
  }
  reply.header('connection', 'close')
  done(new HttpError(400, 'invalid_request', 'A request must have one well-formed Host header.'))
}

/**
 * Refuses any other host name, against DNS rebinding: a domain that an attacker points at this machine would make their
 * page same-site with us.
 */
export function refuseOtherHosts(hosts: readonly string[]) {
  return async ({ hostname }: FastifyRequest): Promise<void> => {
    if (!hosts.includes(hostname.toLowerCase().replace(/^\[|\]$/g, '')))
      throw new HttpError(421, 'invalid_request', 'Nothing is served at this host name.')
  }
}

const unstorable = () =>
  new HttpError(400, 'invalid_request', 'Text may not contain NUL characters or lone surrogates.')

/**
 * Rejects an address with text that can't be stored, and drops cookies with such text, because other sites on the
 * domain may have set them. Headers can't contain it.
 */
export function refuseUnusableAddress(
  { params, query, cookies }: FastifyRequest,
  _: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  for (const [name, value] of Object.entries(cookies)) if (!isStorable({ [name]: value })) delete cookies[name]
  if (!isStorable(params)) done(new NothingHere())
  else if (isStorable(query)) done()
  else done(unstorable())
}

/**
 * Rejects JSON that's too large to traverse, and text that can't be stored. Runs before schema validation, which also
 * traverses, and for routes without a schema.
 */
export function refuseUnusableBody({ body }: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction): void {
  if (!isBounded(body))
    done(new HttpError(400, 'invalid_request', `JSON may have at most ${MAX_LEVELS} levels and ${MAX_VALUES} values.`))
  else if (isStorable(body)) done()
  else done(unstorable())
}

/** Redirects an unknown address to the one without trailing slashes, keeping the query. */
export function redirectTrailingSlash(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const [path = '', query] = request.url.split(/\?(.*)/s)
  // /\/+$/ alone would take quadratic time on a path with many slashes inside.
  const last = path.search(/[^/]\/+$/)
  // A client may also send a whole URL, with a host of its choice (RFC 9112 §3.2.2).
  const isOwn = path.startsWith('/')
  if (!request.is404 || !SAFE_METHODS.has(request.method) || last < 0 || !isOwn || !wantsPage(request)) {
    done()
    return
  }
  // Two slashes at the start would lead to another host.
  const address = path.slice(0, last + 1).replace(/^[/\\]+/, '/')
  reply.redirect(query === undefined ? address : `${address}?${query}`, 308)
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes sent from other sites (OWASP ASVS 5.0, 3.5.1 to 3.5.3). */
export function refuseCrossSite(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  if (SAFE_METHODS.has(request.method)) done()
  else refuseOtherSites(request, reply, done)
}

const OWN_SITE = 'ownSite'

type OwnSite = { publicOrigin: string; hasWarned: boolean }

/** PUBLIC_URL is our origin even if a proxy hides that from us. */
export function trustPublicUrl(app: FastifyInstance, { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): void {
  const own: OwnSite = { publicOrigin: PUBLIC_URL && new URL(PUBLIC_URL).origin, hasWarned: false }
  app.decorate(OWN_SITE, own)
}

/** Longer than a host name may be. */
const MAX_LOGGED_ORIGIN = 300

/** Warns once about a misconfigured proxy. Any client can send these headers, so nothing else from them is logged. */
function warnOfHiddenAddress({ log }: FastifyRequest, own: OwnSite, origin: string, seen: string): void {
  if (own.hasWarned || origin.length > MAX_LOGGED_ORIGIN || URL.parse(origin)?.origin !== origin) return
  own.hasWarned = true
  log.warn(
    { origin, seen: seen.slice(0, MAX_LOGGED_ORIGIN) },
    'a request from one of our own pages was refused, because a proxy hides its address: set PUBLIC_URL to the origin, or make the proxy pass on Host and X-Forwarded-Proto and add it to TRUSTED_PROXIES',
  )
}

/** Whether another site's page sent the request or linked to it. */
function isFromOtherSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const seen = `${request.protocol}://${request.host}`
  const own = request.server.getDecorator<OwnSite>(OWN_SITE)
  // Forms on pages without a referrer send null, and browsers that do so also send the page's site (Fetch, 3.2).
  const isHidden = origin === 'null' && site === 'same-origin'
  const isOtherOrigin = !isHidden && origin !== undefined && origin !== seen && (!origin || origin !== own.publicOrigin)
  if (isOtherOrigin && site === 'same-origin') warnOfHiddenAddress(request, own, origin, seen)
  return isOtherOrigin || (site !== undefined && site !== 'same-origin' && site !== 'none')
}

const fromOtherSite = () => new HttpError(403, 'cross_site_request', 'Requests from other sites are refused.')

/** The same check for any method. */
export function refuseOtherSites(request: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction): void {
  if (isFromOtherSite(request)) done(fromOtherSite())
  else done()
}

/**
 * The same check for cases known only once a request is read.
 * @throws HttpError 403
 */
export function requireOwnSite(request: FastifyRequest): void {
  if (isFromOtherSite(request)) throw fromOtherSite()
}
