import { Registry } from 'prom-client'
import type { Random } from '#quiz/random.ts'
import { accountRoutes, ownAccountRoutes } from './api/account.ts'
import { attemptRoutes } from './api/attempts.ts'
import { avatarRoutes } from './api/avatars.ts'
import { communityRoutes } from './api/community.ts'
import { consentRoutes } from './api/consent.ts'
import { eventRoutes } from './api/events.ts'
import { flagRoutes } from './api/flags.ts'
import { handoverRoutes } from './api/handover.ts'
import { meRoutes } from './api/me.ts'
import { oauthRoutes } from './api/oauth.ts'
import { operationRoutes } from './api/operations.ts'
import { reportRoutes } from './api/reports.ts'
import { resultRoutes } from './api/results.ts'
import { reviewRoutes } from './api/review.ts'
import { appSessionRoutes, codeRoutes } from './api/sign-in.ts'
import { type AboutIn, teacherRoutes } from './api/teachers.ts'
import { loginRoutes, userRoutes } from './api/users.ts'
import { vocabularyRoutes } from './api/vocabulary.ts'
import { wechatRoutes } from './api/wechat.ts'
import { OpenAttempts } from './attempts/open-attempts.ts'
import type { Banks } from './banks/banks.ts'
import { brandRoutes } from './brand/routes.ts'
import type { OpenDatabase } from './db/schema.ts'
import { admitPages, admitQuizzes } from './http/gates.ts'
import { createLimits, limitRoutes } from './http/limits.ts'
import { type App, createServer, type ServerOptions } from './http/server.ts'
import { staticFiles } from './http/static-files.ts'
import { forwardedRoutes } from './linked-marketplace/forward.ts'
import { identifyBeforeGates, marketplaceIdentity } from './linked-marketplace/identity.ts'
import { countedSender } from './metrics/activity.ts'
import { measure } from './metrics/metrics.ts'
import { accountPageRoutes } from './pages/account.ts'
import { marketplaceRoutes } from './pages/built-in-marketplace.ts'
import { communityPageRoutes } from './pages/community.ts'
import { embeddingRoutes } from './pages/embedding.ts'
import { errorPages } from './pages/error-pages.ts'
import { howRoutes, legalRoutes } from './pages/info.ts'
import { landingRoutes } from './pages/landing.ts'
import { quizRoutes } from './pages/quiz.ts'
import { reportPageRoutes } from './pages/report.ts'
import { robotsRoute, sitemapRoute } from './pages/search-engines.ts'
import type { Site } from './pages/site.ts'
import { signInOffer } from './sign-in/offer.ts'
import { createOutbox } from './sign-in/outbox.ts'
import type { Sender } from './sign-in/senders.ts'
import { newSecret } from './who/secret-cookie.ts'
import { ownSessions } from './who/session.ts'

export type Dependencies = Omit<OpenDatabase, 'close'> &
  ServerOptions & {
    banks: Banks
    random: Random
    site: Site
    sender: Sender
    /** Of the demo, whose pages of the built-in marketplace say that nothing can be booked. */
    aboutIn?: AboutIn
    /** Collects the app's metrics. */
    registry?: Registry
  }

/** Every route of the server, one line per group. */
export async function createApp({
  db,
  engine,
  banks,
  random,
  site,
  sender,
  settings,
  stopping,
  hosts,
  aboutIn,
  registry = new Registry(),
  connections,
  logTo,
}: Dependencies): Promise<App> {
  const app = await createServer({ settings, stopping, hosts, logTo })

  // A linked marketplace has the accounts and signs people in; without one, this service is its own marketplace.
  const hasLinkedMarketplace = settings.MARKETPLACE_API_URL !== ''
  const signsForWechat = settings.WECHAT_APP_ID !== '' && settings.WECHAT_APP_SECRET !== ''
  const isEmbeddable = settings.EMBED_ORIGINS.length > 0

  // Without a CODE_PEPPER, codes and sealed tokens last no longer than the process.
  const pepper = settings.CODE_PEPPER || newSecret()
  const who = hasLinkedMarketplace ? marketplaceIdentity(db, settings, pepper) : ownSessions(db)
  if (hasLinkedMarketplace) identifyBeforeGates(app, who)
  const gates = admitPages(app, settings)
  errorPages(app, site)
  const redis = settings.REDIS_URL
    ? (await import('./http/redis.ts')).openRedis(settings.REDIS_URL, app.log)
    : undefined
  app.addHook('onClose', () => redis?.disconnect())
  const limits = createLimits(settings, redis)
  limitRoutes(app, limits)
  const counts = measure(app, registry, { db, gates, redis, settings, ...(connections ? { connections } : {}) })

  // Files and pictures
  await staticFiles(app)
  if (site.brand) brandRoutes(app, site.brand)
  avatarRoutes(app)

  const signIn = signInOffer(settings, sender, site.brand)

  // Pages
  landingRoutes(app, { db, who, site, settings })
  howRoutes(app, { who, site, settings })
  legalRoutes(app, { who, site, settings })
  quizRoutes(app, { db, who, banks, site, settings, signIn })
  if (isEmbeddable) embeddingRoutes(app, { db, who, banks, site, settings, signIn })
  reportPageRoutes(app, { db, who, site, settings, limits, gates })
  sitemapRoute(app, settings)
  robotsRoute(app, settings)

  // The quiz
  attemptRoutes(app, {
    db,
    who,
    banks,
    random,
    rule: settings.LEVEL_RULE,
    counts,
    open: new OpenAttempts(),
    settings,
    gates: admitQuizzes(gates),
  })
  reviewRoutes(app, { db, who, banks, limits, gates })
  flagRoutes(app, { db, who })
  reportRoutes(app, { db, who, settings, limits })
  if (isEmbeddable) handoverRoutes(app, { db, who, key: pepper })

  // The visitor
  accountRoutes(app, { db, who, settings, limits, gates })
  if (settings.RESULTS_API_TOKEN.length > 0) resultRoutes(app, { db, settings, gates, limits })
  consentRoutes(app)
  eventRoutes(app, { db, who, settings, limits })
  if (signsForWechat) wechatRoutes(app, { settings, redis })

  // Specification §7, answered by the linked marketplace
  if (hasLinkedMarketplace) forwardedRoutes(app, { who, settings })

  // Our own marketplace: signing in, the account, teachers, vocabulary, the community, and their pages
  if (!hasLinkedMarketplace) {
    const counted = countedSender(sender, [registry])
    const outbox = createOutbox(counted, app.log)
    app.addHook('onClose', () => outbox.close())
    codeRoutes(app, { db, sender, outbox, pepper, settings, counts })
    oauthRoutes(app, { db, settings, outbox, counts, gates })
    if (settings.APP_TOKEN_SECRET) appSessionRoutes(app, { db, settings, counts })
    loginRoutes(app, { db, who, settings })
    meRoutes(app, { db, who, settings })
    userRoutes(app, { db, who, settings, limits })
    ownAccountRoutes(app, { db, who, limits, gates })
    accountPageRoutes(app, { db, who, site, settings, limits, signIn })
    teacherRoutes(app, { db, who, aboutIn })
    vocabularyRoutes(app, { db })
    communityRoutes(app, { db, who, settings })
    communityPageRoutes(app, { db, who, site, settings })
    marketplaceRoutes(app, { db, who, site, settings, aboutIn })
  }

  // Operations: /readyz, /healthz, /openapi.json
  operationRoutes(app, { db, engine, stopping })
  return app
}
