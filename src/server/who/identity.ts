import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Id } from '#contract/ids.ts'
import type { Login } from '#contract/profile.ts'
import { SESSION_DAYS } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import type { Owner } from '../db/tables/ownership.ts'
import type { User } from '../db/tables/users.ts'
import { HttpError, TryAgain } from '../http/http-error.ts'
import type { AttemptCookies, ProvenAttempt } from './attempt-cookie.ts'
import { type CountrySettings, findCountry } from './country.ts'
import { findVisitor } from './visitor.ts'

/** The lifetime of a sign-in. */
export const SESSION_SECONDS = SESSION_DAYS * 24 * 3600

/** An account with its id on the wire, assigned by the linked marketplace if there is one. */
export type SignedIn = User & { publicId: Id }

/** 'unknown': the linked marketplace gave no usable reply in time, which is not the same as signed out. */
export type NoUser = 'signed out' | 'unknown'

/** Says who is asking: our own sessions (session.ts) or the linked marketplace (linked-marketplace/identity.ts). */
export type Identity = {
  find: (request: FastifyRequest) => Promise<SignedIn | NoUser>
  /** Whose ids people have on the wire; undefined: their accounts are ours, and so are the pages about them. */
  issuer: string | undefined
  /** The secret of the session that the request belongs to, as the browser sent it. */
  session: (request: FastifyRequest) => string | undefined
  /** Ends the request's session, as far as it is ours. */
  end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /**
   * Requires a recent sign-in before anything irreversible: finding a browser signed in does not make you the owner.
   * @throws HttpError 403 if the session is older
   */
  requireFresh: (request: FastifyRequest) => Promise<void>
  /** The country that the marketplace reports for a signed-out visitor; null if none, or none in time. */
  country: (request: FastifyRequest) => Promise<string | null>
  /** The language that the person learns at the marketplace; null if unknown, or not told in time. */
  learningLanguage: (request: FastifyRequest) => Promise<Language | null>
  /** Lets us ask the marketplace once per test, not for each answer. Our own sessions stand next to the attempts. */
  attempts: AttemptCookies | null
}

/**
 * The signed-in account, if any. An unidentified visitor counts as signed out: for pages, and for whatever needs no
 * account.
 */
export async function findSignedIn(who: Identity, request: FastifyRequest): Promise<SignedIn | undefined> {
  const user = await who.find(request)
  return typeof user === 'object' ? user : undefined
}

/**
 * The same for whatever requires being signed in.
 * @throws TryAgain if we cannot tell who is asking
 */
async function findIdentified(who: Identity, request: FastifyRequest): Promise<SignedIn | undefined> {
  const user = await who.find(request)
  if (user === 'unknown') throw new TryAgain('We cannot tell right now who you are. Please try again in a moment.')
  return typeof user === 'object' ? user : undefined
}

/** @throws HttpError 401 if nobody is signed in, 503 if that is unknown */
export async function requireSignedIn(who: Identity, request: FastifyRequest): Promise<SignedIn> {
  const user = await findIdentified(who, request)
  if (!user) throw new HttpError(401, 'signed_out', 'Please sign in first.')
  return user
}

/**
 * The owner whose attempts a request may see.
 * @throws TryAgain if we cannot tell who is asking
 */
export async function findOwner(who: Identity, request: FastifyRequest): Promise<Owner> {
  return { visitor: findVisitor(request), userId: (await findIdentified(who, request))?.id }
}

/**
 * The owner of an attempt as far as the request itself proves it, so that the linked marketplace need not be asked: by
 * the attempt's own cookie, else the visitor. Undefined without such a marketplace.
 */
export function findProvenOwner({ attempts }: Identity, request: FastifyRequest, id: string): Owner | undefined {
  if (!attempts) return undefined
  const proven = attempts.read(request).find((attempt) => attempt.id === id)
  return { visitor: findVisitor(request), userId: proven?.userId, ...(proven ? { onlyOpen: true } : {}) }
}

/** The open attempts that this request proves by their own cookies; any of them may have been finished since. */
export function findProvenAttempts({ attempts }: Identity, request: FastifyRequest): ProvenAttempt[] {
  return attempts?.read(request) ?? []
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
