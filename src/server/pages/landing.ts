import { urls } from '#contract/urls.ts'
import type { Database } from '../db/schema.ts'
import { publicAddress } from '../edge/public-address.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { type ConsentSettings, findConsent } from '../visitor/consent.ts'
import { findSignedIn } from '../visitor/session.ts'
import { renderPage, type Site } from './site.ts'

type LandingContext = { db: Database; site: Site; settings: ConsentSettings & Pick<Settings, 'PUBLIC_URL'> }

export function landingRoutes(app: App, { db, site, settings }: LandingContext): void {
  app.get(urls.root, { schema: { hide: true } }, (_request, reply) => reply.redirect(urls.landing))
  app.get(urls.landing, { schema: { hide: true } }, async (request, reply) => {
    // Not no-store, which would disable the back-forward cache.
    reply.header('cache-control', 'private, no-cache')
    const findableAt = publicAddress(request, settings, urls.landing)
    const userId = (await findSignedIn(db, request))?.publicId
    return renderPage(
      site,
      'landing',
      { userId },
      { request, reply, findableAt, consent: findConsent(request, settings) },
    )
  })
}
