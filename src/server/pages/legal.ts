import { urls } from '#contract/urls.ts'
import type { App } from '../edge/server.ts'
import { type ConsentSettings, findConsent, hasPrivacySignal } from '../visitor/consent.ts'
import { pageContext } from './page-context.ts'
import type { Site } from './site.ts'

/** The plain pages of terms, accessibility and privacy; the last is also where consent is changed. */
export function legalRoutes(app: App, { site, settings }: { site: Site; settings: ConsentSettings }): void {
  app.get(urls.terms, { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-cache')
    return site.renderer.renderTerms(pageContext(site, 'legal', request, reply))
  })
  app.get(urls.accessibility, { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-cache')
    return site.renderer.renderAccessibility(pageContext(site, 'legal', request, reply))
  })
  app.get(urls.privacy, { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-store')
    const choice = { consent: findConsent(request, settings), hasSignal: hasPrivacySignal(request) }
    return site.renderer.renderPrivacy(pageContext(site, 'legal', request, reply), choice)
  })
}
