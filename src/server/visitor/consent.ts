import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Choice, Consent } from '#contract/consent.ts'
import type { Settings } from '../settings.ts'
import { hostCookieName } from './secret-cookie.ts'

export type ConsentSettings = Pick<Settings, 'CONSENT'>

const COOKIE = 'consent'

/** Half a year, after which the question comes again. */
const REMEMBERED_SECONDS = 182 * 24 * 3600

/** Global Privacy Control (the GPC specification, §3.2): the browser declines for its user. */
export function hasPrivacySignal(request: FastifyRequest): boolean {
  return request.headers['sec-gpc'] === '1'
}

/** Whether analytics events and the social SDK may be used: the browser's signal, else the visitor's choice, else what the settings assume. */
export function findConsent(request: FastifyRequest, { CONSENT }: ConsentSettings): Consent {
  if (hasPrivacySignal(request)) return 'declined'
  const choice = request.cookies[hostCookieName(request, COOKIE)]
  if (choice === 'allowed' || choice === 'declined') return choice
  return CONSENT === 'ask' ? 'unasked' : 'allowed'
}

export function hasConsent(request: FastifyRequest, settings: ConsentSettings): boolean {
  return findConsent(request, settings) === 'allowed'
}

/** Keeps the visitor's choice. The page's scripts read the cookie too: the choice may have been made in another tab. */
export function keepChoice(request: FastifyRequest, reply: FastifyReply, choice: Choice): void {
  reply.setCookie(hostCookieName(request, COOKIE), choice, {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: REMEMBERED_SECONDS,
  })
}
