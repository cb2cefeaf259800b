import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { type OfferedProvider, PROVIDERS } from '#contract/auth.ts'
import { type Brand, BUILT_IN_LEGAL } from '#contract/brand.ts'
import type { SignIn } from '#contract/page-data.ts'
import { getFoundation, getLogin, type Login } from '#contract/profile.ts'
import { isLanguage } from '#quiz/languages.ts'
import { offeredProviders } from '../auth/providers.ts'
import { dialCodeOf } from '../auth/targets.ts'
import { Cache } from '../cache.ts'
import type { Database } from '../db/schema.ts'
import { keepMarketplaceUser } from '../db/sign-ins.ts'
import { claimAssessments, findUser } from '../db/users.ts'
import { listNames } from '../marketplace-settings.ts'
import type { Settings } from '../settings.ts'
import { attemptCookies } from '../visitor/attempt-cookie.ts'
import { keptLoginCountry } from '../visitor/country.ts'
import { sha256 } from '../visitor/secret-cookie.ts'
import type { MarketplaceIdentity, MarketplaceUser, NoUser } from '../visitor/session.ts'
import { findVisitor } from '../visitor/visitor.ts'
import {
  type Client,
  type ClientSettings,
  checkReply,
  describeFailure,
  describeFault,
  issuerOf,
  marketplaceClient,
  marketplaceSession,
} from './client.ts'

/** Nobody waits longer than this for the marketplace to identify the visitor. The call continues, and the next request uses its reply. */
export const LOGIN_TIMEOUT_MS = 700

/** A sign-out at the marketplace that leaves its cookie in place takes effect within this time. */
const CACHE_MS = 3000
const MAX_CACHED = 10_000

/** After a failed reply, so that a hanging marketplace delays few of the visitors it cannot identify anyway. */
const QUIET_MS = 10_000

/** Who it is, and the country that the login gives for a signed-out visitor. */
type Identified = { who: MarketplaceUser | NoUser; country: string | null }

const UNKNOWN: Identified = { who: 'unknown', country: null }

async function fetchLogin(client: Client, request: FastifyRequest): Promise<Login> {
  const { status, json } = await client(request, { method: 'GET', path: getLogin.url })
  if (status === 401) return { country_id: null }
  if (status !== 200) throw new Error(`unexpected status ${status}`)
  const { reply, problems } = checkReply(getLogin.schema.response[200], json)
  if (problems[0]) throw new Error(describeFault(problems[0]))
  return (reply as { data: Login }).data
}

/**
 * Identifies visitors by the external marketplace's /v2/login and session cookie (docs/decisions/012). `key` signs the cookies of open
 * attempts.
 */
export function marketplaceIdentity(
  db: Database,
  settings: ClientSettings & Pick<Settings, 'MARKETPLACE_TIMEOUT_MS'>,
  key: string,
): MarketplaceIdentity {
  const client = marketplaceClient(settings, settings.MARKETPLACE_TIMEOUT_MS)
  const hastyClient = marketplaceClient(settings, Math.min(LOGIN_TIMEOUT_MS, settings.MARKETPLACE_TIMEOUT_MS))
  const issuer = issuerOf(settings) as string
  const sessionOf = (request: FastifyRequest) => marketplaceSession(request, settings)
  const attempts = attemptCookies(key, sessionOf)

  const warn = (request: FastifyRequest, problem: string) =>
    request.log.warn({ call: getLogin.url, problem }, 'the marketplace did not identify the visitor')

  const identify = async (request: FastifyRequest, visitor: string | undefined): Promise<Identified> => {
    let login: Login
    try {
      login = await fetchLogin(client, request)
      // One reply is not enough to treat a session that has started a test as ended.
      if (login.user_id === undefined && attempts.read(request).length > 0) login = await fetchLogin(client, request)
    } catch (error) {
      warn(request, describeFailure(error))
      return UNKNOWN
    }
    const { user_id: marketplaceId, nickname = '', avatar_file_name = '', country_id } = login
    if (marketplaceId === undefined) return { who: 'signed out', country: country_id }
    const subject = String(marketplaceId)
    const user = await keepMarketplaceUser(db, { issuer, subject, nickname, avatar_file_name, country_id })
    if (visitor) await claimAssessments(db, visitor, user.id)
    return { who: { user, marketplaceId }, country: null }
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
      const begun = Date.now()
      sentAt.set(cacheKey, begun)
      const value = await identify(request, session && visitor).finally(() => sentAt.delete(cacheKey))
      // A sign-in takes effect at once. A hanging marketplace makes nobody wait twice in a row.
      const isSignedOut = session !== undefined && value.who === 'signed out'
      return { value, ttlMs: isSignedOut ? 0 : Date.now() - begun + CACHE_MS }
    })
    const waited = Date.now() - (sentAt.get(cacheKey) ?? Date.now())
    const isLate = sleep(Math.max(LOGIN_TIMEOUT_MS - waited, 0), 'late' as const, { ref: false })
    const found = await Promise.race([identified, isLate])
    if (found !== 'late') return found
    warn(request, `no reply within ${LOGIN_TIMEOUT_MS} ms`)
    identified.catch((error) => request.log.warn({ err: error }, "could not store the marketplace's reply"))
    return UNKNOWN
  }

  return {
    session: sessionOf,
    attempts,

    async find(request) {
      if (!sessionOf(request)) return 'signed out'
      const { who } = await ask(request)
      if (typeof who === 'string' || (await findUser(db, who.user.id))) return who
      // Deleted since, by this process or another: create a new account for the person.
      logins.delete(cacheKeyOf(request))
      return (await ask(request)).who
    },

    async country(request) {
      if (sessionOf(request)) return (await ask(request)).country ?? keptLoginCountry(request)
      const kept = keptLoginCountry(request)
      if (kept !== null || Date.now() < quietUntil) return kept
      const { who, country } = await ask(request)
      if (who === 'unknown') quietUntil = Date.now() + QUIET_MS
      return country
    },

    async learningLanguage(request) {
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
    },
  }
}

/** The providers of a marketplace's own sign-in page, as MARKETPLACE_SIGNIN_PROVIDERS names them: one of the three, or `id=Name`. */
function providersThere(setting: string, icons: Readonly<Record<string, string>>): OfferedProvider[] {
  return listNames(setting).flatMap((entry): OfferedProvider[] => {
    const [id = '', name] = entry.split('=')
    if (name !== undefined) return [{ id, name, icon: icons[id] ?? null }]
    return PROVIDERS.filter((provider) => provider === id)
  })
}

/** How visitors sign in: here, or on a page of the external marketplace. */
export async function signInOf(settings: Settings, country: string | null, brand: Brand | undefined): Promise<SignIn> {
  const { legal = BUILT_IN_LEGAL, signInIcons: icons = {} } = brand ?? {}
  if (!settings.MARKETPLACE_API_URL)
    return {
      providers: offeredProviders(settings, country, icons),
      marketplaceUrl: null,
      legal,
      dialCode: await dialCodeOf(country),
    }
  return {
    providers: providersThere(settings.MARKETPLACE_SIGNIN_PROVIDERS, icons),
    marketplaceUrl: settings.MARKETPLACE_SIGNIN_URL,
    legal,
    dialCode: null,
  }
}
