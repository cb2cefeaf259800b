import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AttemptCookies, ProvenAttempt } from '../who/attempt-cookie.ts'
import { sha256 } from '../who/secret-cookie.ts'

/** The account that a session belongs to. */
export type SessionOwner = number | 'signed out'

const MAX_SESSIONS = 10_000

/**
 * How often a session is checked while its attempts are being answered, in the background. So a sign-out that leaves
 * its cookie in place ends them too, in every process, and a slow or failing marketplace ends none.
 */
const CHECK_MS = 60_000

/** The last known owner of each session. */
export class SessionOwners {
  readonly #sessionOf: (request: FastifyRequest) => string | undefined
  readonly #owners = new LRUCache<string, SessionOwner | 'unknown', () => Promise<SessionOwner>>({
    max: MAX_SESSIONS,
    ttl: CHECK_MS,
    perf: Date,
    allowStale: true,
    noDeleteOnStaleGet: true,
    ignoreFetchAbort: true,
    fetchMethod: (_key, owner, { context: find }) => find().catch(() => owner ?? 'unknown'),
  })

  constructor(sessionOf: (request: FastifyRequest) => string | undefined) {
    this.#sessionOf = sessionOf
  }

  #keyOf(request: FastifyRequest): string {
    return sha256(this.#sessionOf(request) ?? '')
  }

  keep(request: FastifyRequest, owner: SessionOwner): void {
    this.#owners.set(this.#keyOf(request), owner)
  }

  /** The attempts that the cookies prove, except those of a session that has ended or now belongs to another person. */
  provenAttempts(request: FastifyRequest, cookies: AttemptCookies): ProvenAttempt[] {
    const owner = this.#owners.get(this.#keyOf(request)) ?? 'unknown'
    return cookies.read(request).filter(({ userId }) => owner === 'unknown' || owner === userId)
  }

  /** Finds the owner in the background, unless that was done recently. If `find` fails, nothing changes. */
  check(request: FastifyRequest, find: () => Promise<SessionOwner>): void {
    void this.#owners.fetch(this.#keyOf(request), { context: find })
  }
}
