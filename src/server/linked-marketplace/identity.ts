import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { getFoundation, getLogin, type Login } from '#contract/profile.ts'
import { cleanShownText } from '#contract/typed-text.ts'
import { isLanguage } from '#quiz/languages.ts'
import type { Settings } from '#settings/settings.ts'
import { Cache } from '../cache.ts'
import type { Database } from '../db/schema.ts'
import { claimAttempts } from '../db/tables/claims.ts'
import { issuerOf, keepMarketplaceUser } from '../db/tables/identities.ts'
import { findUser } from '../db/tables/users.ts'
import { describeFailure } from '../guarded-fetch.ts'
import type { App } from '../http/server.ts'
import { attemptCookies, LIFETIME_SECONDS } from '../who/attempt-cookie.ts'
import { readCountry, storedLoginCountry } from '../who/country.ts'
import { forgetFreeTrial } from '../who/free-trial-event.ts'
import type { Identity, NoUser, SignedIn } from '../who/identity.ts'
import { sha256 } from '../who/secret-cookie.ts'
import { findVisitor } from '../who/visitor.ts'
import { type Client, type ClientSettings, marketplaceClient, marketplaceSession } from './client.ts'
import { type WarnOnce, warnsOfNames } from './names.ts'
import { checkReply, describeFault } from './reply.ts'

/**
 * Nobody waits longer than this for the marketplace to identify the visitor. The call continues, and the next request
 * uses its reply.
 */
export const LOGIN_TIMEOUT_MS = 700

/** A sign-out at the marketplace that leaves its cookie in place takes effect within this time. */
const CACHE_MS = 3000
const MAX_CACHED = 10_000
const SESSION_OWNER_MS = LIFETIME_SECONDS * 1000

/**
 * A session whose attempts are answered is asked about this often, while nobody waits for it: so a sign-out that leaves
 * its cookie in place ends them too, in every process, and a marketplace that is slow or fails ends none.
 */
const SESSION_CHECK_MS = 60_000

/** After a failed reply, so that a hanging marketplace delays few of the visitors it cannot identify anyway. */
const QUIET_MS = 10_000

/** Who it is, and the country that the login gives for a signed-out visitor. */
type Identified = { who: SignedIn | NoUser; country: string | null }

const UNKNOWN: Identified = { who: 'unknown', country: null }

async function fetchLogin(client: Client, request: FastifyRequest, warnOnce: WarnOnce): Promise<Login> {
  const { status, json } = await client(request, { method: 'GET', path: getLogin.url })
  if (status === 401) return { country_id: null }
  if (status !== 200) throw new Error(`unexpected status ${status}`)
  const { reply, problems } = checkReply(getLogin.schema.response[200], json)
  if (problems[0]) throw new Error(describeFault(problems[0]))
  warnOnce(request.log, getLogin.url, reply)
  return (reply as { data: Login }).data
}

/** The same promise for each request, however often it is wanted. */
function oncePerRequest<Value>(find: (request: FastifyRequest) => Promise<Value>) {
  const promises = new WeakMap<FastifyRequest, Promise<Value>>()
  return (request: FastifyRequest): Promise<Value> => {
    const promise = promises.get(request) ?? find(request)
    promises.set(request, promise)
    return promise
  }
}

/**
 * Asks who wants a page, and what else the page is to know of them, before the page takes a place at its gate: while
 * the marketplace is slow, only those wait whom it is asked about. To be called before the gates are set up.
 */
export function identifyBeforeGates(app: App, who: Identity): void {
  app.addHook('preValidation', async (request) => {
    const { gate, asks = [] } = request.routeOptions.config
    // What fails here fails again for the page, which says so.
    if (gate === 'pages') await Promise.allSettled([who.find(request), ...asks.map((asked) => who[asked](request))])
  })
}

/**
 * Identifies visitors by the linked marketplace's /v2/login and session cookie (docs/decisions/012). `key` signs the
 * cookies of open attempts and makes what counts know people by.
 */
export function marketplaceIdentity(
  db: Database,
  settings: ClientSettings & Pick<Settings, 'MARKETPLACE_TIMEOUT_MS'>,
  key: string,
): Identity {
  const client = marketplaceClient(settings, settings.MARKETPLACE_TIMEOUT_MS)
  const hastyClient = marketplaceClient(settings, Math.min(LOGIN_TIMEOUT_MS, settings.MARKETPLACE_TIMEOUT_MS))
  const warnOnce = warnsOfNames()
  const issuer = issuerOf(settings) as string
  const sessionOf = (request: FastifyRequest) => marketplaceSession(request, settings)
  const cookies = attemptCookies(key, sessionOf)

  const warn = (request: FastifyRequest, problem: string) =>
    request.log.warn({ call: getLogin.url, problem }, 'the marketplace did not identify the visitor')

  /** Whose each session is, as last heard: an account's id; for as long as an attempt's cookie lasts. */
  const sessionOwners = new Cache<number | 'signed out'>({
    maxEntries: MAX_CACHED,
    refreshAfter: SESSION_CHECK_MS / SESSION_OWNER_MS,
    retryAfterMs: SESSION_CHECK_MS,
  })
  const sessionKeyOf = (request: FastifyRequest) => sha256(sessionOf(request) ?? '')
  const keepSessionOwner = (request: FastifyRequest, value: number | 'signed out') =>
    sessionOwners.set(sessionKeyOf(request), { value, ttlMs: SESSION_OWNER_MS })

  /** The attempts that the cookies prove, but for those of a session that is over, or somebody else's by now. */
  const readAttempts = (request: FastifyRequest) => {
    const owner = sessionOwners.peek(sessionKeyOf(request))
    return cookies.read(request).filter(({ userId }) => owner === undefined || owner === userId)
  }

  const identify = async (request: FastifyRequest, visitor: string | undefined): Promise<Identified> => {
    let login: Login
    try {
      login = await fetchLogin(client, request, warnOnce)
      // One reply is not enough to treat a session that has started a test as ended.
      if (login.user_id === undefined && readAttempts(request).length > 0) {
        login = await fetchLogin(client, request, warnOnce)
        if (login.user_id === undefined) keepSessionOwner(request, 'signed out')
      }
    } catch (error) {
      warn(request, describeFailure(error))
      return UNKNOWN
    }
    const { user_id: marketplaceId, nickname = '', avatar_file_name = '', country_id } = login
    if (marketplaceId === undefined) return { who: 'signed out', country: country_id }
    const subject = String(marketplaceId)
    const person = {
      issuer,
      subject,
      nickname: cleanShownText(nickname),
      avatar_file_name: cleanShownText(avatar_file_name),
      country_id: readCountry(country_id),
    }
    const user = await keepMarketplaceUser(db, person)
    keepSessionOwner(request, user.id)
    if (visitor) await claimAttempts(db, visitor, user.id)
    return { who: { ...user, publicId: marketplaceId }, country: null }
  }
  const logins = new Cache<Identified>({ maxEntries: MAX_CACHED })
  /** When the calls still without a reply were sent. */
  const sentAt = new Map<string, number>()
  /** Until when visitors without a session, who need the marketplace only for their country, skip it. */
  let quietUntil = 0

  const cacheKeyOf = (request: FastifyRequest) => {
    const session = sessionOf(request)
    return session ? `${sha256(session)} ${findVisitor(request)}` : request.ip
  }

  const ask = async (request: FastifyRequest): Promise<Identified> => {
    const session = sessionOf(request)
    const visitor = findVisitor(request)
    const cacheKey = cacheKeyOf(request)
    const identified = logins.get(cacheKey, async () => {
      const start = Date.now()
      sentAt.set(cacheKey, start)
      const value = await identify(request, session && visitor).finally(() => sentAt.delete(cacheKey))
      // A sign-in takes effect at once. A hanging marketplace makes nobody wait twice in a row.
      const isSignedOut = session !== undefined && value.who === 'signed out'
      return { value, ttlMs: isSignedOut ? 0 : Date.now() - start + CACHE_MS }
    })
    const waited = Date.now() - (sentAt.get(cacheKey) ?? Date.now())
    const deadline = sleep(Math.max(LOGIN_TIMEOUT_MS - waited, 0), 'late' as const, { ref: false })
    const outcome = await Promise.race([identified, deadline])
    if (outcome !== 'late') return outcome
    warn(request, `no reply within ${LOGIN_TIMEOUT_MS} ms`)
    identified.catch((error) => request.log.warn({ err: error }, "could not store the marketplace's reply"))
    return UNKNOWN
  }
  const askOnce = oncePerRequest(ask)

  /** Asks whose the session is unless it was heard lately. */
  const checkSession = async (request: FastifyRequest) => {
    const { who } = await ask(request)
    if (who === 'unknown') throw new Error('the marketplace did not say whose session it is')
    return { value: typeof who === 'object' ? who.id : who, ttlMs: SESSION_OWNER_MS }
  }

  return {
    session: sessionOf,

    attempts: {
      ...cookies,
      read(request) {
        const proven = readAttempts(request)
        if (proven.length > 0)
          sessionOwners.get(sessionKeyOf(request), () => checkSession(request)).catch(() => undefined)
        return proven
      },
    },

    // The marketplace's session is its own, and it signs people in and out in its own way.
    end: async (request, reply) => forgetFreeTrial(request, reply),
    requireFresh: async () => undefined,

    find: oncePerRequest(async (request) => {
      if (!sessionOf(request)) return 'signed out'
      const { who } = await askOnce(request)
      if (typeof who === 'string' || (await findUser(db, who.id))) return who
      // Deleted since, by this process or another: create a new account for the person.
      logins.delete(cacheKeyOf(request))
      return (await ask(request)).who
    }),

    country: oncePerRequest(async (request) => {
      const session = sessionOf(request)
      const stored = storedLoginCountry(request)
      if (!session && (stored !== null || Date.now() < quietUntil)) return stored
      const { who, country } = await askOnce(request).catch(() => UNKNOWN)
      if (session) return country ?? stored
      if (who === 'unknown') quietUntil = Date.now() + QUIET_MS
      return country
    }),

    learningLanguage: oncePerRequest(async (request) => {
      if (!sessionOf(request)) return null
      try {
        const { json } = await hastyClient(request, { method: 'GET', path: getFoundation.url })
        const { reply, problems } = checkReply(getFoundation.schema.response[200], json)
        if (problems.length > 0) return null
        const { data } = reply as Static<(typeof getFoundation)['schema']['response'][200]>
        return isLanguage(data.user.learning_language) ? data.user.learning_language : null
      } catch {
        return null
      }
    }),
  }
}
