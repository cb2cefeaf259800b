import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { getFoundation } from '#contract/profile.ts'
import { isLanguage, type Language } from '#quiz/languages.ts'
import { findUser } from '../db/tables/users.ts'
import type { App } from '../http/server.ts'
import { attemptCookies } from '../who/attempt-cookie.ts'
import { storedLoginCountry } from '../who/country.ts'
import { forgetFreeTrial } from '../who/free-trial-event.ts'
import type { Identity } from '../who/identity.ts'
import { marketplaceClient, marketplaceSession } from './client.ts'
import { type LoginParts, loginCall, UNKNOWN } from './login.ts'
import { LOGIN_TIMEOUT_MS, RecentLogins } from './recent-logins.ts'
import { checkReply } from './reply.ts'
import { SessionOwners } from './session-owners.ts'

/** The pause after a failed reply, so a hanging marketplace delays few of the visitors it can't identify anyway. */
const QUIET_MS = 10_000

/** The same promise for each request, even if several callers need it. */
function oncePerRequest<Value>(find: (request: FastifyRequest) => Promise<Value>) {
  const promises = new WeakMap<FastifyRequest, Promise<Value>>()
  return (request: FastifyRequest): Promise<Value> => {
    const promise = promises.get(request) ?? find(request)
    promises.set(request, promise)
    return promise
  }
}

/**
 * Identifies the visitor of a page, and fetches what else the page needs, before the page takes a place at its gate:
 * when the marketplace is slow, only requests that depend on it wait. Call it before setting up the gates.
 */
export function identifyBeforeGates(app: App, who: Identity): void {
  app.addHook('preValidation', async (request) => {
    const { gate, asks = [] } = request.routeOptions.config
    // A failure here recurs when the page asks, and is reported there.
    if (gate === 'pages') await Promise.allSettled([who.find(request), ...asks.map((what) => who[what](request))])
  })
}

/** The user's learning language there, if the marketplace replies in time. */
function learningLanguages(settings: LoginParts['settings']) {
  const client = marketplaceClient(settings, Math.min(LOGIN_TIMEOUT_MS, settings.MARKETPLACE_TIMEOUT_MS))
  const schema = getFoundation.schema.response[200]
  return async (request: FastifyRequest): Promise<Language | null> => {
    try {
      const { json } = await client(request, { method: 'GET', path: getFoundation.url })
      const { reply, errors } = checkReply(schema, json)
      if (errors.length > 0) return null
      const { learning_language: language } = (reply as Static<typeof schema>).data.user
      return isLanguage(language) ? language : null
    } catch {
      return null
    }
  }
}

/**
 * Identifies visitors by the linked marketplace's /v2/login and session cookie (docs/decisions/012). `key` signs the
 * cookies of open attempts.
 */
export function marketplaceIdentity(parts: LoginParts): Identity {
  const { db, settings, issuer, key } = parts
  const sessionOf = (request: FastifyRequest) => marketplaceSession(request, settings)
  const cookies = attemptCookies(key, sessionOf)
  const owners = new SessionOwners(sessionOf)
  const identify = loginCall(parts, {
    hasAttempt: (request) => owners.provenAttempts(request, cookies).length > 0,
    onSignedOut: (request) => owners.keep(request, 'signed out'),
  })
  const logins = new RecentLogins(async (request, visitor) => {
    const identified = await identify(request, visitor)
    if (typeof identified.who === 'object') owners.keep(request, identified.who.id)
    return identified
  }, sessionOf)
  const askOnce = oncePerRequest((request) => logins.find(request))
  const learningLanguage = learningLanguages(settings)
  /** Until then, visitors without a session, who need the marketplace only for their country, skip it. */
  let quietUntil = 0

  const findSessionOwner = async (request: FastifyRequest) => {
    const { who } = await logins.find(request)
    if (who === 'unknown') throw new Error("the marketplace did not identify the session's owner")
    return typeof who === 'object' ? who.id : who
  }

  return {
    issuer,
    session: sessionOf,

    attempts: {
      ...cookies,
      read(request) {
        const proven = owners.provenAttempts(request, cookies)
        if (proven.length > 0) owners.check(request, () => findSessionOwner(request))
        return proven
      },
    },

    // The marketplace's session belongs to it, and it signs people in and out in its own way.
    end: async (request, reply) => forgetFreeTrial(request, reply),
    requireFresh: async () => undefined,

    find: oncePerRequest(async (request) => {
      if (!sessionOf(request)) return 'signed out'
      const { who } = await askOnce(request)
      if (typeof who === 'string' || (await findUser(db, who.id))) return who
      // The account has been deleted by this process or another: create a new one.
      logins.forget(request)
      return (await logins.find(request)).who
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

    learningLanguage: oncePerRequest(async (request) => (sessionOf(request) ? learningLanguage(request) : null)),
  }
}
