import type { FastifyReply, FastifyRequest } from 'fastify'
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
import { findVisitor } from './visitor.ts'

/** The lifetime of a sign-in (Specification §9). */
const SESSION_SECONDS = 30 * 24 * 3600
const cookie = secretCookie('sid', SESSION_SECONDS)

/** The id of the request's session in the database; undefined without a valid cookie. */
export function sessionHash(request: FastifyRequest): string | undefined {
  const token = cookie.read(request)
  return token && sha256(token)
}

/** An account, and its id in the marketplace beside us. */
export type MarketplaceUser = { user: User; marketplaceId: number }

/** 'unknown': a marketplace beside us gave no usable reply in time. That is not the same as signed out. */
export type NoUser = 'signed out' | 'unknown'

/** Asks a marketplace beside us who is signed in (marketplace/identity.ts). */
export type MarketplaceIdentity = {
  find: (request: FastifyRequest) => Promise<MarketplaceUser | NoUser>
  /** So that the marketplace is asked once in a test, not for each answer. */
  attempts: AttemptCookies
  /** The language that the person learns; null when unknown or when the marketplace does not answer in time. */
  learningLanguage: (request: FastifyRequest) => Promise<Language | null>
}

const DECORATOR = 'marketplaceIdentity'

/** Sets who answers "who is signed in"; null when this service signs people in itself. */
export function setMarketplaceIdentity(app: App, identity: MarketplaceIdentity | null): void {
  app.decorate(DECORATOR, identity)
}

export function getMarketplaceIdentity(request: FastifyRequest): MarketplaceIdentity | null {
  return request.server.getDecorator<MarketplaceIdentity | null>(DECORATOR)
}

/** An account, with its id on the wire, which a marketplace beside us assigns where there is one. */
export type SignedIn = User & { publicId: number }

/** Who is asking: signed in here, or at the marketplace beside us. */
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

/** The signed-in account, if any. Whoever cannot be identified counts as signed out: for pages, and for what needs no account. */
export async function findSignedIn(db: Database, request: FastifyRequest): Promise<SignedIn | undefined> {
  const user = await identify(db, request)
  return typeof user === 'object' ? user : undefined
}

/**
 * The same for what is refused to people who are signed out.
 * @throws TryAgain when it is unknown who is asking
 */
async function findIdentified(db: Database, request: FastifyRequest): Promise<SignedIn | undefined> {
  const user = await identify(db, request)
  if (user === 'unknown') throw new TryAgain('We cannot tell right now who you are. Please try again in a moment.')
  return typeof user === 'object' ? user : undefined
}

/** @throws Refusal 401 when nobody is signed in, 503 when that is unknown */
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
  await insertSession(db, sha256(token), userId)
  const visitor = findVisitor(request)
  if (visitor) await claimAssessments(db, visitor, userId)
  cookie.set(request, reply, token)
}

/** How long after a sign-in an account may be deleted. */
const FRESH_MINUTES = 10

/**
 * Asks for a sign-in of the last minutes before what cannot be undone: who finds a browser signed in is not the owner yet. A marketplace beside
 * us signs people in its own way.
 * @throws Refusal 403 when the session is older
 */
export async function requireFreshSession(db: Database, request: FastifyRequest): Promise<void> {
  if (getMarketplaceIdentity(request)) return
  const hash = sessionHash(request)
  if (!hash || !(await isFreshSession(db, hash, FRESH_MINUTES)))
    throw new Refusal(403, 'sign_in_again', 'Please sign in again, then delete your account within ten minutes.')
}

/** Ends the session of this request and clears its cookie. */
export async function signOut(db: Database, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const hash = sessionHash(request)
  if (hash) await deleteSession(db, hash)
  cookie.forget(request, reply)
}

/**
 * Whose assessments a request may see.
 * @throws TryAgain when it is unknown who is asking
 */
export async function findOwner(db: Database, request: FastifyRequest): Promise<Owner> {
  return { visitor: findVisitor(request), userId: (await findIdentified(db, request))?.id }
}

/**
 * The owner of an attempt as far as the request itself proves it, so that a marketplace beside us need not be asked: by the attempt's own
 * cookie, else the visitor. Undefined without such a marketplace: our own sessions are read where the attempts are.
 */
export function findProvenOwner(request: FastifyRequest, id: string): Owner | undefined {
  const identity = getMarketplaceIdentity(request)
  if (!identity) return undefined
  const proven = identity.attempts.read(request).find((attempt) => attempt.id === id)
  return { visitor: findVisitor(request), userId: proven?.userId, ...(proven ? { onlyOpen: true } : {}) }
}

/** The open attempts that this request proves by their own cookies; each may have been finished since. */
export function findProvenAttempts(request: FastifyRequest): ProvenAttempt[] {
  return getMarketplaceIdentity(request)?.attempts.read(request) ?? []
}

/** What GET /v2/login and the quiz page say about the visitor (Specification §7). */
export function toLogin(request: FastifyRequest, settings: CountrySettings, user: SignedIn | undefined): Login {
  const country_id = findCountry(request, settings, user)
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
