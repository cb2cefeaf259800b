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

/** An account with its public id, which the linked marketplace assigns if there is one. */
export type SignedIn = User & { publicId: Id }

/** 'unknown': the linked marketplace gave no usable reply in time, which isn't the same as signed out. */
export type NoUser = 'signed out' | 'unknown'

/**
 * Identifies the sender through our own sessions (session.ts) or the linked marketplace
 * (linked-marketplace/identity.ts).
 */
export type Identity = {
  find: (request: FastifyRequest) => Promise<SignedIn | NoUser>
  /** The issuer of people's public ids; undefined for our own ids. */
  issuer: string | undefined
  /** The secret of the session that the request belongs to, as the browser sent it. */
  session: (request: FastifyRequest) => string | undefined
  /** Ends the request's session if it's ours. */
  end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /**
   * Requires a recent sign-in before anything irreversible: access to a signed-in browser doesn't prove ownership.
   * @throws HttpError 403 if the session is older
   */
  requireFresh: (request: FastifyRequest) => Promise<void>
  /** The country that the marketplace reports for a signed-out visitor; null if none, or none in time. */
  country: (request: FastifyRequest) => Promise<string | null>
  /** The user's learning language at the marketplace; null if unknown, or not received in time. */
  learningLanguage: (request: FastifyRequest) => Promise<Language | null>
  /**
   * Allows asking the marketplace once per test instead of for each answer. Null for our own sessions, which are stored
   * with the attempts.
   */
  attempts: AttemptCookies | null
}

/**
 * The signed-in account, if any. An unidentified visitor counts as signed out, for pages and for everything that needs
 * no account.
 */
export async function findSignedIn(who: Identity, request: FastifyRequest): Promise<SignedIn | undefined> {
  const user = await who.find(request)
  return typeof user === 'object' ? user : undefined
}

/** The error for everything that depends on the sender, while they're unknown. */
export const unidentified = () => new TryAgain("We can't identify you right now. Please try again in a moment.")

/**
 * The same for everything that requires a sign-in.
 * @throws TryAgain if the sender can't be identified
 */
async function findIdentified(who: Identity, request: FastifyRequest): Promise<SignedIn | undefined> {
  const user = await who.find(request)
  if (user === 'unknown') throw unidentified()
  return typeof user === 'object' ? user : undefined
}

/** @throws HttpError 401 if nobody is signed in, 503 if that's unknown */
export async function requireSignedIn(who: Identity, request: FastifyRequest): Promise<SignedIn> {
  const user = await findIdentified(who, request)
  if (!user) throw new HttpError(401, 'signed_out', 'Please sign in first.')
  return user
}

/**
 * The owner of the attempts that a request may see.
 * @throws TryAgain if the sender can't be identified
 */
export async function findOwner(who: Identity, request: FastifyRequest): Promise<Owner> {
  return { visitor: findVisitor(request), userId: (await findIdentified(who, request))?.id }
}

/**
 * The owner of an attempt as proven by the request itself, which saves asking the linked marketplace: by the attempt's
 * own cookie, else the visitor. Undefined without such a marketplace.
 */
export function findProvenOwner({ attempts }: Identity, request: FastifyRequest, id: string): Owner | undefined {
  if (!attempts) return undefined
  const proven = attempts.read(request).find((attempt) => attempt.id === id)
  return { visitor: findVisitor(request), userId: proven?.userId, ...(proven ? { onlyOpen: true } : {}) }
}

/** The open attempts proven by their own cookies; any of them may have been finished since. */
export function findProvenAttempts({ attempts }: Identity, request: FastifyRequest): ProvenAttempt[] {
  return attempts?.read(request) ?? []
}

/** The visitor's data in GET /v2/login and the quiz page (Specification §7). */
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
