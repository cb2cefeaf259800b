import { Registry } from 'prom-client'
import { getJsApi } from '#contract/wechat.ts'
import type { Random } from '#quiz/random.ts'
import { accountRoutes, ownAccountRoutes } from './api/account.ts'
import { assessmentRoutes } from './api/assessments.ts'
import { avatarRoutes } from './api/avatars.ts'
import { communityRoutes } from './api/community.ts'
import { consentRoutes } from './api/consent.ts'
import { eventRoutes } from './api/events.ts'
import { handoverRoutes } from './api/handover.ts'
import { meRoutes } from './api/me.ts'
import { oauthRoutes } from './api/oauth.ts'
import { operationRoutes } from './api/operations.ts'
import { reportRoutes } from './api/reports.ts'
import { resultRoutes } from './api/results.ts'
import { reviewRoutes } from './api/review.ts'
import { appSessionRoutes, codeRoutes } from './api/sign-in.ts'
import { staffSignInRoutes } from './api/staff-sign-in.ts'
import { teacherRoutes } from './api/teachers.ts'
import { loginRoutes, userRoutes } from './api/users.ts'
import { vocabularyRoutes } from './api/vocabulary.ts'
import { wechatRoutes } from './api/wechat.ts'
import { OpenAttempts } from './attempts/open-attempts.ts'
import type { Sender } from './auth/senders.ts'
import type { Banks } from './banks/banks.ts'
import { loadCalibration } from './banks/calibration.ts'
import { brandRoutes } from './brand/routes.ts'
import type { OpenDatabase } from './db/schema.ts'
import { admitPages, admitQuizzes } from './edge/admission.ts'
import { createLimits } from './edge/limits.ts'
import { type App, createServer, type ServerOptions } from './edge/server.ts'
import { staticFiles } from './edge/static-files.ts'
import { forwardedRoutes, MARKETPLACE_CALLS } from './marketplace/forward.ts'
import { marketplaceIdentity } from './marketplace/identity.ts'
import { countedSender } from './metrics/activity.ts'
import { measure } from './metrics/metrics.ts'
import { accountPageRoutes } from './pages/account.ts'
import { communityPageRoutes } from './pages/community.ts'
import { embeddingRoutes } from './pages/embedding.ts'
import { errorPages } from './pages/error-pages.ts'
import { howRoutes, legalRoutes } from './pages/info.ts'
import { insightsRoutes } from './pages/insights.ts'
import { landingRoutes } from './pages/landing.ts'
import { marketplaceRoutes } from './pages/marketplace.ts'
import { quizRoutes } from './pages/quiz.ts'
import { reportPageRoutes } from './pages/report.ts'
import { robotsRoute, sitemapRoute } from './pages/search-engines.ts'
import type { Site } from './pages/site.ts'
import { reserveNames } from './visitor/our-names.ts'
import { newSecret } from './visitor/secret-cookie.ts'
import { setMarketplaceIdentity } from './visitor/session.ts'
import { staffSessions } from './visitor/staff-session.ts'

export type Dependencies = Omit<OpenDatabase, 'close'> &
  ServerOptions & {
    banks: Banks
    random: Random
    site: Site
    sender: Sender
    /** The pages of the built-in marketplace say that nothing can be booked. */
    isDemo?: boolean
    /** Collects the app's metrics. */
    registry?: Registry
  }

/** Every route of the server, one line per group. */
export async function createApp({
  db,
  storage,
  banks,
  random,
  site,
  sender,
  settings,
  stopping,
  hosts,
  isDemo = false,
  registry = new Registry(),
  connections,
  logTo,
}: Dependencies): Promise<App> {
  const app = await createServer({ settings, stopping, hosts, logTo })

  // An external marketplace has the accounts and signs people in; without one, this service is its own marketplace.
  const hasMarketplaceBeside = settings.MARKETPLACE_API_URL !== ''
  const signsForWechat = settings.WECHAT_APP_ID !== '' && settings.WECHAT_APP_SECRET !== ''
  const isEmbeddable = settings.EMBED_ORIGINS !== ''

  const gates = admitPages(app, settings)
  errorPages(app, site)
  const redis = settings.REDIS_URL
    ? (await import('./edge/redis.ts')).openRedis(settings.REDIS_URL, app.log)
    : undefined
  app.addHook('onClose', () => redis?.disconnect())
  const limits = createLimits(settings, redis)
  const counts = measure(app, registry, { db, gates, redis, settings, ...(connections ? { connections } : {}) })
  // Without a CODE_PEPPER, codes, handovers and attempt cookies last no longer than the process.
  const pepper = settings.CODE_PEPPER || newSecret()
  setMarketplaceIdentity(app, hasMarketplaceBeside ? marketplaceIdentity(db, settings, pepper) : null)

  // Files and pictures
  await staticFiles(app)
  if (site.brand) await brandRoutes(app, site.brand)
  reserveNames(Object.values(site.brand?.names ?? {}))
  avatarRoutes(app)

  // Pages
  landingRoutes(app, { db, site, settings })
  howRoutes(app, { db, site, settings })
  legalRoutes(app, { db, site, settings })
  quizRoutes(app, { db, banks, site, settings })
  if (isEmbeddable) embeddingRoutes(app, { db, banks, site, settings })
  reportPageRoutes(app, { db, site, settings, limits, gates })
  const staff = settings.STAFF_ISSUER ? staffSessions(pepper, settings) : undefined
  if (staff) staffSignInRoutes(app, { db, settings, staff })
  insightsRoutes(app, { db, banks, site, settings, staff })
  sitemapRoute(app, settings)
  robotsRoute(app, settings)

  // The quiz
  assessmentRoutes(app, {
    db,
    banks,
    random,
    levelRule: settings.LEVEL_RULE,
    percentileSource: settings.THAN_SOURCE,
    counts,
    calibration: loadCalibration(settings.CALIBRATION),
    open: new OpenAttempts(),
    settings,
    limits,
    gates: admitQuizzes(gates),
  })
  reviewRoutes(app, { db, banks, settings })
  reportRoutes(app, { db, settings, limits })
  if (isEmbeddable) handoverRoutes(app, { db, key: pepper })

  // The visitor
  accountRoutes(app, { db, settings, limits, gates })
  if (settings.RESULTS_API_TOKEN) resultRoutes(app, { db, settings, limits, gates })
  consentRoutes(app)
  eventRoutes(app, { db, settings, limits })
  if (signsForWechat) wechatRoutes(app, { settings, limits, redis })

  // Specification §7, answered by the external marketplace
  if (hasMarketplaceBeside)
    forwardedRoutes(app, settings, signsForWechat ? MARKETPLACE_CALLS : [...MARKETPLACE_CALLS, getJsApi])

  // Our own marketplace: signing in, the account, teachers, vocabulary, the community, and their pages
  if (!hasMarketplaceBeside) {
    const counted = countedSender(sender, [registry])
    codeRoutes(app, { db, sender: counted, pepper, settings })
    oauthRoutes(app, { db, settings, sender: counted })
    if (settings.APP_TOKEN_SECRET) appSessionRoutes(app, { db, settings })
    loginRoutes(app, { db, settings })
    meRoutes(app, { db, settings })
    userRoutes(app, { db, settings })
    ownAccountRoutes(app, { db, limits, gates })
    accountPageRoutes(app, { db, site, settings, limits })
    teacherRoutes(app, { db })
    vocabularyRoutes(app, { db })
    communityRoutes(app, { db, settings })
    communityPageRoutes(app, { db, site, settings })
    marketplaceRoutes(app, { db, site, settings, isDemo })
  }

  // Operations: /readyz, /healthz, /openapi.json
  operationRoutes(app, { db, storage, stopping })
  return app
}
