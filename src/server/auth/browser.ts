import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret, secretCookie } from '../visitor/secret-cookie.ts'

/** Longer than any code or transaction that is bound to it lives. */
const HOUR_SECONDS = 3600
const cookie = secretCookie('code_browser', HOUR_SECONDS)

/** The secret that this browser got when it asked for a code or went to a provider. */
export function findBrowserToken(request: FastifyRequest): string | undefined {
  return cookie.read(request)
}

/** The browser's secret, kept or made: a code or an answer from a provider is taken from no other browser. */
export function ensureBrowserToken(request: FastifyRequest, reply: FastifyReply): string {
  const token = findBrowserToken(request) ?? newSecret()
  cookie.set(request, reply, token)
  return token
}

/** Signed in: the next attempt gets a secret of its own. */
export function forgetBrowser(request: FastifyRequest, reply: FastifyReply): void {
  cookie.forget(request, reply)
}
