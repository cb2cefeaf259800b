import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { sha256 } from '../who/secret-cookie.ts'
import { findVisitor } from '../who/visitor.ts'
import { type Identified, UNKNOWN, warnUnidentified } from './login.ts'

/**
 * The maximum wait for the marketplace to identify a visitor. The call continues, and the next request uses its reply.
 */
export const LOGIN_TIMEOUT_MS = 700

/** A sign-out at the marketplace that leaves its cookie in place takes effect within this time. */
const KEPT_MS = 3000
const MAX_KEPT = 10_000

type Identify = (request: FastifyRequest, visitor: string | undefined) => Promise<Identified>

/** The sender of a request: cached briefly, otherwise fetched, and unknown if there's no reply in time. */
export class RecentLogins {
  readonly #identify: Identify
  readonly #sessionOf: (request: FastifyRequest) => string | undefined
  readonly #logins = new LRUCache<string, Identified, FastifyRequest>({
    max: MAX_KEPT,
    ttl: KEPT_MS,
    perf: Date,
    ignoreFetchAbort: true,
    fetchMethod: (key, _stale, { context: request }) => this.#load(request, key),
  })
  /** When the calls still without a reply were sent. */
  readonly #sentAt = new Map<string, number>()

  constructor(identify: Identify, sessionOf: (request: FastifyRequest) => string | undefined) {
    this.#identify = identify
    this.#sessionOf = sessionOf
  }

  #keyOf(request: FastifyRequest): string {
    const session = this.#sessionOf(request)
    return session ? `${sha256(session)} ${findVisitor(request)}` : request.ip
  }

  async #load(request: FastifyRequest, key: string): Promise<Identified> {
    const visitor = this.#sessionOf(request) === undefined ? undefined : findVisitor(request)
    this.#sentAt.set(key, Date.now())
    return this.#identify(request, visitor).finally(() => this.#sentAt.delete(key))
  }

  async #find(request: FastifyRequest, key: string): Promise<Identified> {
    const identified = await this.#logins.forceFetch(key, { context: request })
    // A sign-in takes effect at once.
    if (this.#sessionOf(request) !== undefined && identified.who === 'signed out') this.#logins.delete(key)
    return identified
  }

  /** @throws any error from storing the account */
  async find(request: FastifyRequest): Promise<Identified> {
    const key = this.#keyOf(request)
    const identified = this.#find(request, key)
    const waited = Date.now() - (this.#sentAt.get(key) ?? Date.now())
    const deadline = sleep(Math.max(LOGIN_TIMEOUT_MS - waited, 0), 'late' as const, { ref: false })
    const outcome = await Promise.race([identified, deadline])
    if (outcome !== 'late') return outcome
    warnUnidentified(request, `no reply within ${LOGIN_TIMEOUT_MS} ms`)
    identified.catch((error) => request.log.warn({ err: error }, "could not store the marketplace's reply"))
    return UNKNOWN
  }

  forget(request: FastifyRequest): void {
    this.#logins.delete(this.#keyOf(request))
  }
}
