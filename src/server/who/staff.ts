import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '#settings/settings.ts'
import type { Database } from '../db/schema.ts'
import { hasVerifiedEmail } from '../db/tables/identities.ts'
import { isTaken, takeOnce } from '../db/tables/single-use-tokens.ts'
import type { User } from '../db/tables/users.ts'
import { normalizeEmail } from '../names/email.ts'
import { sealed } from './sealed.ts'
import { hostCookieName, secretCookieAttributes, sha256 } from './secret-cookie.ts'

/** A working day; closing the browser ends it earlier. */
const LIFETIME_SECONDS = 8 * 3600
const COOKIE = 'staff'

export type StaffSettings = Pick<Settings, 'STAFF_ISSUER' | 'STAFF_EMAILS' | 'STAFF_CLAIM'>

const EMAIL_FORM = 'an email address is like ada@example.com, in ASCII before the @'

/**
 * Nobody with such an address could ever prove it, so it is a mistake.
 * @throws Error if STAFF_EMAILS has one
 */
export function requireStaffAddresses({ STAFF_EMAILS }: Pick<Settings, 'STAFF_EMAILS'>): void {
  const wrong = STAFF_EMAILS.filter((email) => normalizeEmail(email) === undefined)
  if (wrong.length > 0)
    throw new Error(
      `Invalid settings (see .env.example):\n  STAFF_EMAILS: nobody can have ${wrong.join(' or ')}; ${EMAIL_FORM}`,
    )
}

/** The addresses of STAFF_EMAILS as accounts store theirs. */
const emailsOf = ({ STAFF_EMAILS }: Pick<Settings, 'STAFF_EMAILS'>) =>
  STAFF_EMAILS.flatMap((email) => normalizeEmail(email) ?? [])

/** Whether one of the account's verified email addresses is in STAFF_EMAILS. */
export async function isStaff(
  db: Database,
  settings: Pick<Settings, 'STAFF_EMAILS'>,
  user: Pick<User, 'id'>,
): Promise<boolean> {
  const emails = emailsOf(settings)
  return emails.length > 0 && hasVerifiedEmail(db, user.id, emails)
}

/** The claims of a staff member's ID token; anything may be in them. */
type Claims = Readonly<Record<string, unknown>>

/** Sessions of staff who signed in at STAFF_ISSUER: apart from learners' accounts, and in a cookie of their own. */
export type StaffSessions = {
  has: (request: FastifyRequest) => Promise<boolean>
  /** Starts a session if the claims are a staff member's. @returns whether they are */
  start: (request: FastifyRequest, reply: FastifyReply, claims: Claims) => boolean
  /** Ends it on the server too: nobody gets in with its cookie again. */
  end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** The address that the issuer has verified, as a hash. */
function verifiedEmail({ email, email_verified }: Claims): string | undefined {
  const address = typeof email === 'string' && email_verified === true ? normalizeEmail(email) : undefined
  return address && sha256(address)
}

/** Whether the claim that STAFF_CLAIM names (`groups=editors`) has its value or lists it. */
function hasClaim({ STAFF_CLAIM }: StaffSettings, claims: Claims): boolean {
  const [, name = '', value] = /^([^=]+)=(.+)$/.exec(STAFF_CLAIM) ?? []
  const given = Object.hasOwn(claims, name) ? claims[name] : undefined
  return value !== undefined && (given === value || (Array.isArray(given) && given.includes(value)))
}

/** The address by which they count as staff, as a hash; empty if they do so by STAFF_CLAIM. */
const pass = sealed('staff', { seconds: LIFETIME_SECONDS, claim: { email: '([\\w-]{43})?' } })

/**
 * The cookie is bound to the settings that say who counts as staff: whoever is taken out of STAFF_EMAILS is out at
 * once, and another STAFF_CLAIM ends every session.
 */
export function staffSessions(db: Database, key: string, settings: StaffSettings): StaffSessions {
  const boundTo = [settings.STAFF_ISSUER, settings.STAFF_CLAIM]
  const staff = ['', ...emailsOf(settings).map(sha256)]
  const endOf = (token: string) => sha256(`end of staff session ${token}`)

  /** The cookie's text while it is good, whether ended or not. */
  const tokenOf = (request: FastifyRequest): string | undefined => {
    const token = request.cookies[hostCookieName(request, COOKIE)]
    const claim = pass.read(key, token, ...boundTo)
    return claim && staff.includes(claim.email) ? token : undefined
  }

  return {
    async has(request) {
      const token = tokenOf(request)
      return token !== undefined && !(await isTaken(db, endOf(token)))
    },
    start(request, reply, claims) {
      const email = hasClaim(settings, claims) ? '' : verifiedEmail(claims)
      if (email === undefined || !staff.includes(email)) return false
      const token = pass.make(key, { email }, ...boundTo)
      reply.setCookie(hostCookieName(request, COOKIE), token, secretCookieAttributes(request))
      return true
    },
    async end(request, reply) {
      const token = tokenOf(request)
      if (token) await takeOnce(db, endOf(token), LIFETIME_SECONDS)
      reply.clearCookie(hostCookieName(request, COOKIE), secretCookieAttributes(request))
    },
  }
}
