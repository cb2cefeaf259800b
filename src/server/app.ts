import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import { v7 as newId } from 'uuid'
import { urls } from '#contract/urls.ts'
import type { Random } from '#quiz/random.ts'
import { accountRoutes } from './api/account.ts'
import { assessmentRoutes } from './api/assessments.ts'
import { avatarRoutes } from './api/avatars.ts'
import { consentRoutes } from './api/consent.ts'
import { eventRoutes } from './api/events.ts'
import { handoverRoutes } from './api/handover.ts'
import { readinessRoutes } from './api/readiness.ts'
import { reportRoutes } from './api/reports.ts'
import { reviewRoutes } from './api/review.ts'
import { wechatRoutes } from './api/wechat.ts'
import type { Sender } from './auth/sender.ts'
import type { Banks } from './banks/banks.ts'
import { loadCalibration } from './banks/calibration.ts'
import type { OpenDatabase } from './db/schema.ts'
import { admitPages, admitQuizzes } from './edge/admission.ts'
import { refuseMalformedAddress } from './edge/errors.ts'
import { createLimits } from './edge/limits.ts'
import { openRedis } from './edge/redis.ts'
import { refuseCrossSite } from './edge/same-site.ts'
import type { App } from './edge/server.ts'
import { staticFiles } from './edge/static-files.ts'
import { listTrustedProxies } from './edge/trusted-proxies.ts'
import { refuseTwoHosts, refuseUnreadable } from './edge/unreadable-requests.ts'
import { embeddedMarketplace } from './marketplace/embedded.ts'
import { decorateWithIdentity, marketplaceIdentity } from './marketplace/identity.ts'
import { forwardedRoutes } from './marketplace/routes.ts'
import { measure } from './metrics/measure.ts'
import { errorPages } from './pages/error-pages.ts'
import { howRoutes } from './pages/how.ts'
import { insightsRoutes } from './pages/insights.ts'
import { landingRoutes } from './pages/landing.ts'
import { legalRoutes } from './pages/legal.ts'
import { quizRoutes } from './pages/quiz.ts'
import { reportPageRoutes } from './pages/report.ts'
import { searchEngineRoutes } from './pages/search-engines.ts'
import type { Site } from './pages/site.ts'
import { loggerOptions } from './process/logging.ts'
import type { Settings } from './settings.ts'
import { newSecret } from './visitor/secret-cookie.ts'

export type Dependencies = Omit<OpenDatabase, 'close'> & {
  banks: Banks
  random: Random
  site: Site
  sender: Sender
  settings: Settings
  /** Aborted once the process is told to stop. */
  stopping?: AbortSignal
  /** Where the app's metrics go. */
  registry?: Registry
  /** Takes the lines of the log instead of the standard output. */
  logTo?: { write: (line: string) => void }
}

const MAX_ADDRESS_LENGTH = 16 * 1024
/** How long a client may take to send its headers, and the whole request. */
const HEADERS_MS = 10_000
const REQUEST_MS = 20_000
/** A connection on which nothing moves, as of a client that does not read: longer than any time-out that a setting allows. */
const STILL_MS = 70_000
const YEAR_SECONDS = 365 * 24 * 3600

/** Where Facebook's SDK connects to and what it frames (docs/decisions/015). */
const SOCIAL_SDK_HOSTS = ['https://www.facebook.com', 'https://web.facebook.com', 'https://graph.facebook.com']

/** Everything the server answers. */
export async function createApp({
  db,
  storage,
  banks,
  random,
  site,
  sender,
  settings,
  stopping,
  registry = new Registry(),
  connections,
  logTo,
}: Dependencies): Promise<App> {
  const app: App = fastify({
    logger: loggerOptions(settings.LOG_LEVEL, logTo),
    bodyLimit: 64 * 1024,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    // A long parameter is for the route's schema to refuse, in the words of the contract.
    routerOptions: { maxParamLength: MAX_ADDRESS_LENGTH },
    frameworkErrors: refuseMalformedAddress,
    // A request that arrives on a connection in the moment of stopping is answered like those before it.
    return503OnClosing: false,
    requestTimeout: REQUEST_MS,
    connectionTimeout: STILL_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 2000 },
    genReqId: () => newId(),
    clientErrorHandler: refuseUnreadable,
    trustProxy: listTrustedProxies(settings.TRUSTED_PROXIES),
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Node's own end of such a connection leaves the files open that were still to be sent on it.
  app.server.on('timeout', (socket) => socket.destroy())
  app.removeContentTypeParser('text/plain')

  const socialHosts = settings.FACEBOOK_SDK_URL ? SOCIAL_SDK_HOSTS : []
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'strict-dynamic'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', ...(settings.AVATAR_BASE_URL ? [settings.AVATAR_BASE_URL] : [])],
        'connect-src': ["'self'", ...socialHosts],
        'frame-src': socialHosts.length > 0 ? socialHosts : ["'none'"],
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // The SDK's dialogs tell the page that opened them when they are done.
    crossOriginOpenerPolicy: { policy: socialHosts.length > 0 ? 'same-origin-allow-popups' : 'same-origin' },
    strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cookie)
  decorateWithIdentity(app, settings.MARKETPLACE_API_URL ? marketplaceIdentity(db, settings) : null)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: 'Language Assessment', description: 'A free adaptive language-level quiz', version: '1' },
    },
  })
  await staticFiles(app)
  avatarRoutes(app)
  app.addHook('onRequest', refuseTwoHosts)
  app.addHook('onRequest', refuseCrossSite)
  const gates = admitPages(app, settings)
  // What says nothing else about it may be somebody's own (OWASP ASVS 5.0, 14.2.2): no shared cache keeps it.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
    if (stopping?.aborted) reply.header('connection', 'close')
  })
  errorPages(app, site)
  const redis = settings.REDIS_URL ? openRedis(settings.REDIS_URL, app.log) : undefined
  app.addHook('onClose', () => redis?.disconnect())
  const limits = createLimits(settings, redis)
  const counts = measure(app, registry, { db, gates, redis, ...(connections ? { connections } : {}) })

  landingRoutes(app, { site, settings })
  quizRoutes(app, { db, banks, site, settings })
  searchEngineRoutes(app, settings)
  reportPageRoutes(app, { db, site, settings })
  howRoutes(app, { site, settings })
  insightsRoutes(app, { db, banks, site, settings })
  legalRoutes(app, { site, settings })
  assessmentRoutes(app, {
    db,
    banks,
    random,
    levelRule: settings.LEVEL_RULE,
    percentileSource: settings.THAN_SOURCE,
    counts,
    calibration: loadCalibration(settings.CALIBRATION),
    settings,
    limits,
    gates: admitQuizzes(gates),
  })
  reviewRoutes(app, { db, banks })
  reportRoutes(app, { db, settings, limits })
  eventRoutes(app, { db, settings })
  consentRoutes(app)
  wechatRoutes(app, { settings, limits, redis })
  // Without a pepper in the settings codes and handovers live no longer than the process.
  const pepper = settings.CODE_PEPPER || newSecret()
  if (settings.EMBED_ORIGINS) await handoverRoutes(app, { db, key: pepper })
  accountRoutes(app, { db })
  if (settings.MARKETPLACE_API_URL) forwardedRoutes(app, settings)
  else embeddedMarketplace(app, { db, site, sender, settings, pepper })
  readinessRoutes(app, { db, storage, stopping })
  app.get(urls.health, { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get(urls.openapi, { schema: { hide: true } }, () => app.swagger())
  return app
}
