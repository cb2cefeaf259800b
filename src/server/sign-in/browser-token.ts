import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret, secretCookie } from '../who/secret-cookie.ts'

/** Outlives any code or transaction bound to the token. */
const HOUR_SECONDS = 3600
const cookie = secretCookie('code_browser', HOUR_SECONDS)

/** The secret that this browser got when it requested a code or left for a provider. */
export function findBrowserToken(request: FastifyRequest): string | undefined {
  return cookie.read(request)
}

/** The browser's secret, created if missing. Codes and provider callbacks are accepted only from this browser. */
export function ensureBrowserToken(request: FastifyRequest, reply: FastifyReply): string {
  const token = findBrowserToken(request) ?? newSecret()
  cookie.set(request, reply, token)
  return token
}

/** Called after signing in: the next attempt gets a new secret. */
export function forgetBrowserToken(request: FastifyRequest, reply: FastifyReply): void {
  cookie.forget(request, reply)
}
