import { urls } from '#contract/urls.ts'
import type { App } from '../app.ts'
import { pageContext } from './page-context.ts'
import type { Site } from './site.ts'

/** The plain pages of terms and privacy. */
export function legalRoutes(app: App, site: Site): void {
  for (const page of ['terms', 'privacy'] as const)
    app.get(urls[page], { schema: { hide: true } }, async (request, reply) => {
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
      return site.renderer.renderLegal(pageContext(site, 'legal', request, reply), page)
    })
}
