import { Registry } from 'prom-client'
import type { Random } from '#quiz/random.ts'
import { accountRoutes } from './api/account.ts'
import { attemptRoutes } from './api/attempts.ts'
import { avatarRoutes } from './api/avatars.ts'
import { consentRoutes } from './api/consent.ts'
import { eventRoutes } from './api/events.ts'
import { flagRoutes } from './api/flags.ts'
import { handoverRoutes } from './api/handover.ts'
import { operationRoutes } from './api/operations.ts'
import { reportRoutes } from './api/reports.ts'
import { resultRoutes } from './api/results.ts'
import { reviewRoutes } from './api/review.ts'
import { wechatRoutes } from './api/wechat.ts'
import { OpenAttempts } from './attempts/open-attempts.ts'
import type { Banks } from './banks/banks.ts'
import { brandRoutes } from './brand/routes.ts'
import { builtInMarketplace } from './built-in.ts'
import type { DemoAbout } from './built-in-marketplace/teachers.ts'
import type { OpenDatabase } from './db/schema.ts'
import { openGates } from './http/gates.ts'
import { createLimits, limitRoutes, type OtherLimits } from './http/limits.ts'
import { type App, createServer, type ServerOptions } from './http/server.ts'
import { staticFiles } from './http/static-files.ts'
import { linkedMarketplace } from './linked-marketplace/linked-marketplace.ts'
import { marketplaceRoutes } from './marketplace.ts'
import { issuerOf } from './marketplace-address.ts'
import { measure } from './metrics/metrics.ts'
import { embeddingRoutes } from './pages/embedding.ts'
import { errorPages } from './pages/error-pages.ts'
import { howRoutes, legalRoutes } from './pages/info.ts'
import { landingRoutes } from './pages/landing.ts'
import { quizRoutes } from './pages/quiz.ts'
import { reportPageRoutes } from './pages/report.ts'
import { robotsRoute, sitemapRoute } from './pages/search-engines.ts'
import type { Site } from './pages/site.ts'
import type { Sender } from './sign-in/senders.ts'
import { newSecret } from './who/secret-cookie.ts'

export type Dependencies = Omit<OpenDatabase, 'close'> &
  ServerOptions & {
    banks: Banks
    random: Random
    site: Site
    sender: Sender
    /** Set for the demo, where the pages of the built-in marketplace explain that nothing can be booked. */
    demoAbout?: DemoAbout
    /** Collects the app's metrics. */
    registry?: Registry
    /** Set by tests. */
    otherLimits?: OtherLimits
  }

/** The server's routes, one line per group. The built-in marketplace adds its own (built-in.ts). */
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
  demoAbout,
  registry = new Registry(),
  otherLimits = {},
  connections,
  logTo,
}: Dependencies): Promise<App> {
  const app = await createServer({ settings, stopping, hosts, logTo })

  const signsForWechat = settings.WECHAT_APP_ID !== '' && settings.WECHAT_APP_SECRET !== ''
  const isEmbeddable = settings.EMBED_ORIGINS.length > 0

  // Without a CODE_PEPPER, codes and sealed tokens last no longer than the process.
  const pepper = settings.CODE_PEPPER || newSecret()
  const redis = settings.REDIS_URL
    ? (await import('./http/redis.ts')).openRedis(settings.REDIS_URL, app.log)
    : undefined
  app.addHook('onClose', () => redis?.disconnect())
  const limits = createLimits({ settings, redis, instead: otherLimits })

  const issuer = issuerOf(settings)
  const marketplace = issuer
    ? linkedMarketplace({ db, settings, issuer, key: pepper, brand: site.brand })
    : builtInMarketplace({ db, settings, site, sender, limits, pepper, registry, demoAbout })
  const { who, signIn } = marketplace

  marketplace.beforeGates?.(app)
  const gates = openGates(app, settings)
  errorPages(app, site)
  limitRoutes(app, limits)
  const counts = measure(app, registry, { db, gates, redis, settings, ...(connections ? { connections } : {}) })

  // Files and pictures
  await staticFiles(app)
  if (site.brand) brandRoutes(app, site.brand)
  avatarRoutes(app)

  // Pages
  landingRoutes(app, { db, who, signIn, site, settings })
  howRoutes(app, { who, signIn, site, settings })
  legalRoutes(app, { who, signIn, site, settings })
  quizRoutes(app, { db, who, signIn, banks, site, settings })
  if (isEmbeddable) embeddingRoutes(app, { db, who, signIn, banks, site, settings })
  reportPageRoutes(app, { db, who, signIn, site, settings, limits })
  sitemapRoute(app, settings)
  robotsRoute(app, { signIn, settings })

  // The quiz
  attemptRoutes(app, {
    db,
    who,
    banks,
    random,
    counts,
    open: new OpenAttempts(),
    settings,
    gates,
  })
  reviewRoutes(app, { db, who, banks, limits, gates })
  flagRoutes(app, { db, who })
  reportRoutes(app, { db, who, settings, limits })
  if (isEmbeddable) handoverRoutes(app, { db, who, key: pepper })

  // The visitor
  accountRoutes(app, { db, who, limits, gates })
  if (settings.RESULTS_API_TOKEN.length > 0) resultRoutes(app, { db, who, settings, gates, limits })
  consentRoutes(app)
  eventRoutes(app, { db, who, settings, limits })
  if (signsForWechat) wechatRoutes(app, settings)

  marketplaceRoutes(app, marketplace)
  marketplace.addOwnRoutes?.(app, { gates, counts })

  // Operations: /readyz, /healthz, /openapi.json
  operationRoutes(app, { db, engine, stopping })
  return app
}
