import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Choice, Consent } from '#contract/consent.ts'
import type { Settings } from '#settings/settings.ts'
import { cookieAttributes, hostCookieName } from './secret-cookie.ts'
import { ensureVisitor } from './visitor.ts'

export type ConsentSettings = Pick<Settings, 'CONSENT'>

const COOKIE = 'consent'

/** Six months; then the banner appears again. */
const REMEMBERED_SECONDS = 182 * 24 * 3600

/** Global Privacy Control (GPC specification, §3.2): the browser declines on its user's behalf. */
export function hasPrivacySignal(request: FastifyRequest): boolean {
  return request.headers['sec-gpc'] === '1'
}

/**
 * Consent to analytics events and the social SDK: the browser's signal, else the visitor's choice, else the default in
 * the settings.
 */
export function findConsent(request: FastifyRequest, { CONSENT }: ConsentSettings): Consent {
  if (hasPrivacySignal(request)) return 'declined'
  const choice = request.cookies[hostCookieName(request, COOKIE)]
  if (choice === 'allowed' || choice === 'declined') return choice
  return CONSENT === 'ask' ? 'unasked' : 'allowed'
}

/** Whether events may be stored. */
export function hasConsent(request: FastifyRequest, settings: ConsentSettings): boolean {
  return findConsent(request, settings) === 'allowed'
}

/**
 * Stores the visitor's choice. Not HttpOnly: scripts read it too, because it may have been made in another tab.
 * Allowing events creates the visitor, so the events held back until then belong to one.
 */
export function storeConsent(request: FastifyRequest, reply: FastifyReply, choice: Choice): void {
  reply.setCookie(hostCookieName(request, COOKIE), choice, {
    ...cookieAttributes(request),
    maxAge: REMEMBERED_SECONDS,
  })
  if (choice === 'allowed' && !hasPrivacySignal(request)) ensureVisitor(request, reply)
}
