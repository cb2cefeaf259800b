import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/schema.ts'
import { claimAttempts } from '../db/tables/claims.ts'
import { deleteSession, findSessionUser, insertSession, isFreshSession } from '../db/tables/sessions.ts'
import { HttpError } from '../http/http-error.ts'
import { forgetFreeTrial } from './free-trial-event.ts'
import { type Identity, SESSION_SECONDS } from './identity.ts'
import { newSecret, secretCookie, sha256 } from './secret-cookie.ts'
import { deviceOf } from './user-agent.ts'
import { findVisitor } from './visitor.ts'

const cookie = secretCookie('sid', SESSION_SECONDS)

/** How recent a sign-in must be to delete the account. */
const FRESH_MINUTES = 10

/** The request's session id in the database; undefined without a valid cookie. */
export function sessionHash(request: FastifyRequest): string | undefined {
  const token = cookie.read(request)
  return token && sha256(token)
}

/** Identifies the sender by the sessions of this service's own accounts. */
export function ownSessions(db: Database): Identity {
  return {
    async find(request) {
      const hash = sessionHash(request)
      const user = hash ? await findSessionUser(db, hash) : undefined
      return user ? { ...user, publicId: user.id } : 'signed out'
    },
    issuer: undefined,
    session: cookie.read,
    end: (request, reply) => signOut(db, request, reply),
    async requireFresh(request) {
      const hash = sessionHash(request)
      if (!hash || !(await isFreshSession(db, hash, FRESH_MINUTES)))
        throw new HttpError(403, 'sign_in_again', 'Please sign in again, then delete your account within ten minutes.')
    },
    country: async () => null,
    learningLanguage: async () => null,
    attempts: null,
  }
}

/**
 * Signs the account in with a new session token and ends the old session. The visitor's anonymous attempts become the
 * account's.
 */
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
  if (visitor) await claimAttempts(db, visitor, userId)
  cookie.set(request, reply, token)
}

/** Ends the session of this request and clears its cookies. */
export async function signOut(db: Database, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  forgetFreeTrial(request, reply)
  const hash = sessionHash(request)
  if (hash) await deleteSession(db, hash)
  cookie.forget(request, reply)
}
