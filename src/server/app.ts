import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger } from 'fastify'
import fastify, { type FastifyInstance, type RawServerDefault } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { Random } from '#quiz/random.ts'
import { assessmentRoutes } from './api/assessments.ts'
import { eventRoutes } from './api/events.ts'
import type { Banks } from './banks.ts'
import type { Database } from './db/schema.ts'
import { errorPages } from './pages/error-pages.ts'
import { landingRoutes } from './pages/landing.ts'
import { quizRoutes } from './pages/quiz.ts'
import type { Site } from './pages/site.ts'
import { refuseCrossSite } from './same-site.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export type Dependencies = {
  db: Database
  banks: Banks
  random: Random
  site: Site
  settings: { LOG_LEVEL: string; APP_USER_AGENT_TOKEN: string }
}

const ROOT = new URL('../../', import.meta.url)
const YEAR_SECONDS = 365 * 24 * 3600

/** Everything the server answers. */
export async function createApp({ db, banks, random, site, settings }: Dependencies): Promise<App> {
  const app: App = fastify({
    logger: settings.LOG_LEVEL === 'silent' ? false : { level: settings.LOG_LEVEL },
    bodyLimit: 64 * 1024,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.removeContentTypeParser('text/plain')

  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'strict-dynamic'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cookie)
  await app.register(swagger, {
    openapi: {
      info: { title: 'Language Assessment', description: 'A free adaptive language-level quiz', version: '1' },
    },
  })
  await app.register(fastifyStatic, {
    root: [fileURLToPath(new URL('dist/web/', ROOT)), fileURLToPath(new URL('public/', ROOT))],
    prefix: urls.static,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasts = path.includes('/dist/web/assets/')
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : 'public, max-age=86400'
      reply.header('cache-control', lasts)
    },
  })
  app.addHook('onRequest', refuseCrossSite)
  errorPages(app, site)

  landingRoutes(app, site)
  quizRoutes(app, { db, banks, site, appUserAgentToken: settings.APP_USER_AGENT_TOKEN })
  assessmentRoutes(app, { db, banks, random })
  eventRoutes(app, { db })
  app.get(urls.health, { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get(urls.openapi, { schema: { hide: true } }, () => app.swagger())
  return app
}
