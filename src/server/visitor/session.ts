import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Id } from '#contract/ids.ts'
import type { Login } from '#contract/profile.ts'
import type { Language } from '#quiz/languages.ts'
import { isFreshSession } from '../db/account.ts'
import type { Owner } from '../db/assessments.ts'
import type { Database } from '../db/schema.ts'
import {
  claimAssessments,
  deleteSession,
  findSessionUser,
  hasVerifiedEmail,
  insertSession,
  type User,
} from '../db/users.ts'
import { Refusal, TryAgain } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import type { AttemptCookies, ProvenAttempt } from './attempt-cookie.ts'
import { type CountrySettings, findCountry } from './country.ts'
import { newSecret, secretCookie, sha256 } from './secret-cookie.ts'
import { deviceOf, findVisitor } from './visitor.ts'

/** The lifetime of a sign-in (Specification §9). */
const SESSION_SECONDS = 30 * 24 * 3600
const cookie = secretCookie('sid', SESSION_SECONDS)

/** The request's session id in the database; undefined without a valid cookie. */
export function sessionHash(request: FastifyRequest): string | undefined {
  const token = cookie.read(request)
  return token && sha256(token)
}

/** An account and its id in the external marketplace. */
export type MarketplaceUser = { user: User; marketplaceId: Id }

/** 'unknown': an external marketplace gave no usable reply in time, which is not the same as signed out. */
export type NoUser = 'signed out' | 'unknown'

/** Asks an external marketplace who is signed in (marketplace/identity.ts). */
export type MarketplaceIdentity = {
  find: (request: FastifyRequest) => Promise<MarketplaceUser | NoUser>
  /** The country it reports for a signed-out visitor; null if it reports none or does not answer in time. */
  country: (request: FastifyRequest) => Promise<string | null>
  /** The session at the marketplace, as the browser sent it. */
  session: (request: FastifyRequest) => string | undefined
  /** Lets us ask the marketplace once per test, not for each answer. */
  attempts: AttemptCookies
  /** The language the person is learning; null if unknown or the marketplace does not answer in time. */
  learningLanguage: (request: FastifyRequest) => Promise<Language | null>
}

const DECORATOR = 'marketplaceIdentity'

/** Sets who answers "who is signed in"; null if this service signs people in itself. */
export function setMarketplaceIdentity(app: App, identity: MarketplaceIdentity | null): void {
  app.decorate(DECORATOR, identity)
}

export function getMarketplaceIdentity(request: FastifyRequest): MarketplaceIdentity | null {
  return request.server.getDecorator<MarketplaceIdentity | null>(DECORATOR)
}

/** An account with its id on the wire, assigned by the external marketplace if there is one. */
export type SignedIn = User & { publicId: Id }

/** Who is asking: signed in here or at the external marketplace. */
export async function identify(db: Database, request: FastifyRequest): Promise<SignedIn | NoUser> {
  const identity = getMarketplaceIdentity(request)
  if (identity) {
    const found = await identity.find(request)
    return typeof found === 'object' ? { ...found.user, publicId: found.marketplaceId } : found
  }
  const hash = sessionHash(request)
  const user = hash ? await findSessionUser(db, hash) : undefined
  return user ? { ...user, publicId: user.id } : 'signed out'
}

/** The signed-in account, if any. An unidentified visitor counts as signed out: for pages, and for whatever needs no account. */
export async function findSignedIn(db: Database, request: FastifyRequest): Promise<SignedIn | undefined> {
  const user = await identify(db, request)
  return typeof user === 'object' ? user : undefined
}

/**
 * The same for whatever requires being signed in.
 * @throws TryAgain if we cannot tell who is asking
 */
async function findIdentified(db: Database, request: FastifyRequest): Promise<SignedIn | undefined> {
  const user = await identify(db, request)
  if (user === 'unknown') throw new TryAgain('We cannot tell right now who you are. Please try again in a moment.')
  return typeof user === 'object' ? user : undefined
}

/** @throws Refusal 401 if nobody is signed in, 503 if that is unknown */
export async function requireSignedIn(db: Database, request: FastifyRequest): Promise<SignedIn> {
  const user = await findIdentified(db, request)
  if (!user) throw new Refusal(401, 'signed_out', 'Please sign in first.')
  return user
}

/** Signs the account in with a new session token and ends the old session. The visitor's anonymous assessments become the account's. */
export async function signIn(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  await signOut(db, request, reply)
  const token = newSecret()
  await insertSession(db, sha256(token), userId, deviceOf(request))
  const visitor = findVisitor(request)
  if (visitor) await claimAssessments(db, visitor, userId)
  cookie.set(request, reply, token)
}

/** How recent a sign-in must be to delete the account. */
const FRESH_MINUTES = 10

/**
 * Requires a recent sign-in before anything irreversible: finding a browser signed in does not make you the owner. An external marketplace
 * signs people in its own way.
 * @throws Refusal 403 if the session is older
 */
export async function requireFreshSession(db: Database, request: FastifyRequest): Promise<void> {
  if (getMarketplaceIdentity(request)) return
  const hash = sessionHash(request)
  if (!hash || !(await isFreshSession(db, hash, FRESH_MINUTES)))
    throw new Refusal(403, 'sign_in_again', 'Please sign in again, then delete your account within ten minutes.')
}

/** Ends the session of this request and clears its cookie. An external marketplace has its own, which may have the same name. */
export async function signOut(db: Database, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  noted.forget(request, reply)
  if (getMarketplaceIdentity(request)) return
  const hash = sessionHash(request)
  if (hash) await deleteSession(db, hash)
  cookie.forget(request, reply)
}

/**
 * The owner whose assessments a request may see.
 * @throws TryAgain if we cannot tell who is asking
 */
export async function findOwner(db: Database, request: FastifyRequest): Promise<Owner> {
  return { visitor: findVisitor(request), userId: (await findIdentified(db, request))?.id }
}

/**
 * The owner of an attempt as far as the request itself proves it, so that an external marketplace need not be asked: by the attempt's own
 * cookie, else the visitor. Undefined without such a marketplace: our own sessions are stored next to the attempts.
 */
export function findProvenOwner(request: FastifyRequest, id: string): Owner | undefined {
  const identity = getMarketplaceIdentity(request)
  if (!identity) return undefined
  const proven = identity.attempts.read(request).find((attempt) => attempt.id === id)
  return { visitor: findVisitor(request), userId: proven?.userId, ...(proven ? { onlyOpen: true } : {}) }
}

/** The open attempts that this request proves by their own cookies; any of them may have been finished since. */
export function findProvenAttempts(request: FastifyRequest): ProvenAttempt[] {
  return getMarketplaceIdentity(request)?.attempts.read(request) ?? []
}

/** Marks in the browser which login the free-trial event was noted for: each login has its own session. */
const noted = secretCookie('free_trial', SESSION_SECONDS)

/** The mark of this request's login: an anonymous hash. */
function loginMark(request: FastifyRequest): string | undefined {
  const identity = getMarketplaceIdentity(request)
  const session = identity ? identity.session(request) : cookie.read(request)
  return session && sha256(`free trial ${session}`)
}

/** Whether the free-trial event was noted for this login: it fires once after each (Specification §7). */
export function isFreeTrialNoted(request: FastifyRequest): boolean {
  const mark = loginMark(request)
  return mark !== undefined && noted.read(request) === mark
}

export function markFreeTrialNoted(request: FastifyRequest, reply: FastifyReply): void {
  const mark = loginMark(request)
  if (mark) noted.set(request, reply, mark)
}

/** What GET /v2/login and the quiz page say about the visitor (Specification §7). */
export function toLogin(
  request: FastifyRequest,
  settings: CountrySettings,
  user: SignedIn | undefined,
  person: Pick<User, 'country_id'> | undefined = user,
): Login {
  const country_id = findCountry(request, settings, person)
  if (!user) return { country_id }
  return { country_id, user_id: user.publicId, nickname: user.nickname, avatar_file_name: user.avatar_file_name }
}

/** Whether one of the account's verified email addresses is in STAFF_EMAILS. */
export async function isStaff(
  db: Database,
  { STAFF_EMAILS }: Pick<Settings, 'STAFF_EMAILS'>,
  user: Pick<User, 'id'>,
): Promise<boolean> {
  const emails = STAFF_EMAILS.toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  return emails.length > 0 && hasVerifiedEmail(db, user.id, emails)
}
