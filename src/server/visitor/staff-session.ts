import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { listNames } from '../marketplace-settings.ts'
import type { Settings } from '../settings.ts'
import { hostCookieName, isSameSecret, secretCookieAttributes } from './secret-cookie.ts'

/** A working day; closing the browser ends it earlier. */
const LIFETIME_SECONDS = 8 * 3600
const COOKIE = 'staff'

export type StaffSettings = Pick<Settings, 'STAFF_ISSUER' | 'STAFF_EMAILS' | 'STAFF_CLAIM'>

/** The claims of a staff member's ID token; anything may be in them. */
type Claims = Readonly<Record<string, unknown>>

/** Sessions of staff who signed in at STAFF_ISSUER: apart from learners' accounts, and in a cookie of their own. */
export type StaffSessions = {
  has: (request: FastifyRequest) => boolean
  /** Starts a session if the claims are a staff member's. @returns whether they are */
  start: (request: FastifyRequest, reply: FastifyReply, claims: Claims) => boolean
  end: (request: FastifyRequest, reply: FastifyReply) => void
}

/** An address of STAFF_EMAILS that the issuer has verified; undefined if there is none. */
function listedEmail({ STAFF_EMAILS }: StaffSettings, { email, email_verified }: Claims): string | undefined {
  const typed = typeof email === 'string' && email_verified === true ? email.toLowerCase() : undefined
  return listNames(STAFF_EMAILS.toLowerCase()).find((listed) => listed === typed)
}

/** Whether the claim that STAFF_CLAIM names (`groups=editors`) has its value or lists it. */
function hasClaim({ STAFF_CLAIM }: StaffSettings, claims: Claims): boolean {
  const [, name = '', value] = /^([^=]+)=(.+)$/.exec(STAFF_CLAIM) ?? []
  const given = Object.hasOwn(claims, name) ? claims[name] : undefined
  return value !== undefined && (given === value || (Array.isArray(given) && given.includes(value)))
}

/**
 * Nothing is stored: the cookie says until when it holds and by which address, if by one, with a MAC over that and over who counts as
 * staff. Whoever is taken out of STAFF_EMAILS is out at once.
 */
export function staffSessions(key: string, settings: StaffSettings): StaffSessions {
  const { STAFF_ISSUER: issuer, STAFF_CLAIM: claim } = settings
  const macOf = (content: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['staff', issuer, claim, content]))
      .digest('base64url')
  return {
    has(request) {
      const [content = '', mac = ''] = (request.cookies[hostCookieName(request, COOKIE)] ?? '').split('~')
      if (!isSameSecret(mac, macOf(content))) return false
      const [until, email = ''] = content.split('.')
      const listed = listNames(settings.STAFF_EMAILS.toLowerCase())
      return Number(until) > Date.now() && (email === '' || listed.includes(Buffer.from(email, 'hex').toString()))
    },
    start(request, reply, claims) {
      const email = hasClaim(settings, claims) ? '' : listedEmail(settings, claims)
      if (email === undefined) return false
      const content = `${Date.now() + LIFETIME_SECONDS * 1000}.${Buffer.from(email).toString('hex')}`
      reply.setCookie(hostCookieName(request, COOKIE), `${content}~${macOf(content)}`, secretCookieAttributes(request))
      return true
    },
    end(request, reply) {
      reply.clearCookie(hostCookieName(request, COOKIE), secretCookieAttributes(request))
    },
  }
}
