import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Longer than any code or transaction that is bound to it lives. */
const HOUR_SECONDS = 3600

/** A `__Host-` cookie needs HTTPS; over plain HTTP on loopback the plain name serves. */
function cookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-code_browser' : 'code_browser'
}

/** The secret that this browser got when it asked for a code or went to a provider. */
export function findBrowserToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName(request)]
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** The browser's secret, kept or made: a code or an answer from a provider is taken from no other browser. */
export function ensureBrowserToken(request: FastifyRequest, reply: FastifyReply): string {
  const token = findBrowserToken(request) ?? randomBytes(32).toString('base64url')
  reply.setCookie(cookieName(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: HOUR_SECONDS,
  })
  return token
}

/** Signed in: the next attempt gets a secret of its own. */
export function forgetBrowser(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), { path: '/', secure: request.protocol === 'https' })
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
