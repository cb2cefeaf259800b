import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { PROVIDERS } from '#contract/auth.ts'
import type { SignIn } from '#contract/page-data.ts'
import { getFoundation, getLogin, type Login } from '#contract/profile.ts'
import { isLanguage } from '#quiz/languages.ts'
import { configuredProviders } from '../auth/providers.ts'
import { Cache } from '../cache.ts'
import type { Database } from '../db/schema.ts'
import { keepMarketplaceUser } from '../db/sign-ins.ts'
import { claimAssessments } from '../db/users.ts'
import type { Settings } from '../settings.ts'
import { attemptCookies } from '../visitor/attempt-cookie.ts'
import { sha256 } from '../visitor/secret-cookie.ts'
import type { MarketplaceIdentity, MarketplaceUser, NoUser } from '../visitor/session.ts'
import { findVisitor } from '../visitor/visitor.ts'
import {
  type Client,
  type ClientSettings,
  checkReply,
  describeFailure,
  marketplaceClient,
  rawCookie,
} from './client.ts'

/** Nobody waits longer than this for the marketplace to identify the visitor. The call goes on, and the next request finds its reply. */
const LOGIN_TIMEOUT_MS = 700

/** A sign-out at the marketplace that leaves its cookie in place takes effect within this time. */
const CACHE_MS = 3000
const MAX_CACHED = 10_000

async function fetchLogin(client: Client, request: FastifyRequest): Promise<Login> {
  const { status, json } = await client(request, { method: 'GET', path: getLogin.url })
  if (status === 401) return { country_id: null }
  if (status !== 200) throw new Error(`unexpected status ${status}`)
  const { reply, problems } = checkReply(getLogin.schema.response[200], json)
  if (problems.length > 0) throw new Error(problems[0])
  return (reply as { data: Login }).data
}

/**
 * Identifies visitors by the /v2/login of the marketplace beside us and its session cookie (docs/decisions/012). `key` signs the cookies of open
 * attempts.
 */
export function marketplaceIdentity(
  db: Database,
  settings: ClientSettings & Pick<Settings, 'MARKETPLACE_TIMEOUT_MS'>,
  key: string,
): MarketplaceIdentity {
  const client = marketplaceClient(settings, settings.MARKETPLACE_TIMEOUT_MS)
  const hastyClient = marketplaceClient(settings, Math.min(LOGIN_TIMEOUT_MS, settings.MARKETPLACE_TIMEOUT_MS))
  const issuer = new URL(settings.MARKETPLACE_API_URL).origin
  const sessionOf = (request: FastifyRequest) => rawCookie(request.headers.cookie, settings.MARKETPLACE_SESSION_COOKIE)
  const attempts = attemptCookies(key, sessionOf)

  const warn = (request: FastifyRequest, problem: string) =>
    request.log.warn({ call: getLogin.url, problem }, 'the marketplace did not identify the visitor')

  const identify = async (request: FastifyRequest, visitor: string | undefined): Promise<MarketplaceUser | NoUser> => {
    let login: Login
    try {
      login = await fetchLogin(client, request)
      // A session that has begun a test is not taken for ended on a single reply.
      if (login.user_id === undefined && attempts.read(request).length > 0) login = await fetchLogin(client, request)
    } catch (error) {
      warn(request, describeFailure(error))
      return 'unknown'
    }
    const { user_id: marketplaceId, nickname = '', avatar_file_name = '', country_id } = login
    if (marketplaceId === undefined) return 'signed out'
    const subject = String(marketplaceId)
    const user = await keepMarketplaceUser(db, { issuer, subject, nickname, avatar_file_name, country_id })
    if (visitor) await claimAssessments(db, visitor, user.id)
    return { user, marketplaceId }
  }
  const users = new Cache<MarketplaceUser | NoUser>({ maxEntries: MAX_CACHED })
  /** When the calls that have no reply yet were sent. */
  const sentAt = new Map<string, number>()

  return {
    attempts,

    async find(request) {
      const session = sessionOf(request)
      if (!session) return 'signed out'
      const visitor = findVisitor(request)
      const cacheKey = `${sha256(session)} ${visitor}`
      const identified = users.get(cacheKey, async () => {
        const begun = Date.now()
        sentAt.set(cacheKey, begun)
        const value = await identify(request, visitor).finally(() => sentAt.delete(cacheKey))
        // A sign-in counts at once. A marketplace that hangs makes nobody wait twice in a row.
        return { value, ttlMs: value === 'signed out' ? 0 : Date.now() - begun + CACHE_MS }
      })
      const waited = Date.now() - (sentAt.get(cacheKey) ?? Date.now())
      const isLate = sleep(Math.max(LOGIN_TIMEOUT_MS - waited, 0), 'late' as const, { ref: false })
      const user = await Promise.race([identified, isLate])
      if (user !== 'late') return user
      warn(request, `no reply within ${LOGIN_TIMEOUT_MS} ms`)
      identified.catch((error) => request.log.error({ err: error }, 'the reply of the marketplace could not be stored'))
      return 'unknown'
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

/** How visitors sign in: here, or on a page of the marketplace beside us. */
export function signInOf(settings: Settings): SignIn {
  if (!settings.MARKETPLACE_API_URL) return { providers: configuredProviders(settings), marketplaceUrl: null }
  const named = settings.MARKETPLACE_SIGNIN_PROVIDERS.split(',').map((name) => name.trim())
  return {
    providers: PROVIDERS.filter((provider) => named.includes(provider)),
    marketplaceUrl: settings.MARKETPLACE_SIGNIN_URL,
  }
}
