import type { FastifyRequest } from 'fastify'
import { Cache } from '../cache.ts'
import { type AttemptCookies, LIFETIME_SECONDS, type ProvenAttempt } from '../who/attempt-cookie.ts'
import { sha256 } from '../who/secret-cookie.ts'

/** The account that a session belongs to. */
export type SessionOwner = number | 'signed out'

const MAX_SESSIONS = 10_000
const KEPT_MS = LIFETIME_SECONDS * 1000

/**
 * A session whose attempts are answered is checked this often, while nobody waits: so a sign-out that leaves its cookie
 * in place ends them too, in every process, and a marketplace that is slow or fails ends none.
 */
const CHECK_MS = 60_000

/** The last known owner of each session, for as long as an attempt's cookie lasts. */
export class SessionOwners {
  readonly #sessionOf: (request: FastifyRequest) => string | undefined
  readonly #owners = new Cache<SessionOwner>({
    maxEntries: MAX_SESSIONS,
    refreshAfter: CHECK_MS / KEPT_MS,
    retryAfterMs: CHECK_MS,
  })

  constructor(sessionOf: (request: FastifyRequest) => string | undefined) {
    this.#sessionOf = sessionOf
  }

  #keyOf(request: FastifyRequest): string {
    return sha256(this.#sessionOf(request) ?? '')
  }

  keep(request: FastifyRequest, owner: SessionOwner): void {
    this.#owners.set(this.#keyOf(request), { value: owner, ttlMs: KEPT_MS })
  }

  /** The attempts that the cookies prove, without those of a session that has ended or belongs to another person now. */
  provenAttempts(request: FastifyRequest, cookies: AttemptCookies): ProvenAttempt[] {
    const owner = this.#owners.peek(this.#keyOf(request))
    return cookies.read(request).filter(({ userId }) => owner === undefined || owner === userId)
  }

  /** Finds the owner in the background, unless that was done recently. If `find` fails, nothing changes. */
  check(request: FastifyRequest, find: () => Promise<SessionOwner>): void {
    const load = async () => ({ value: await find(), ttlMs: KEPT_MS })
    this.#owners.get(this.#keyOf(request), load).catch(() => undefined)
  }
}
