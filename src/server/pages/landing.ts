import { urls } from '#contract/urls.ts'
import type { App } from '../app.ts'
import { pageContext } from './page-context.ts'
import type { Site } from './site.ts'

export function landingRoutes(app: App, site: Site): void {
  app.get(urls.root, { schema: { hide: true } }, (_request, reply) => reply.redirect(urls.landing))
  app.get(urls.landing, { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    return site.renderer.renderLanding(pageContext(site, 'landing', request, reply))
  })
}
