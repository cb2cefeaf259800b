import { urls } from '#contract/urls.ts'
import type { App } from '../edge/server.ts'
import { type ConsentSettings, findConsent, hasPrivacySignal } from '../visitor/consent.ts'
import { renderPage, type Site } from './site.ts'

/** The plain pages of terms, accessibility and privacy; the last is also where consent is changed. */
export function legalRoutes(app: App, { site, settings }: { site: Site; settings: ConsentSettings }): void {
  app.get(urls.terms, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache')
    return renderPage(site, 'terms', null, { request, reply })
  })
  app.get(urls.accessibility, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache')
    return renderPage(site, 'accessibility', null, { request, reply })
  })
  app.get(urls.privacy, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const choice = { consent: findConsent(request, settings), hasSignal: hasPrivacySignal(request) }
    return renderPage(site, 'privacy', choice, { request, reply })
  })
}
