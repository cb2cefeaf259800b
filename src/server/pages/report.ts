import type { FastifyReply, FastifyRequest } from 'fastify'
import { REPORT_ID } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import type { App } from '../app.ts'
import { findPublicReport } from '../db/reports.ts'
import type { Database } from '../db/schema.ts'
import type { Settings } from '../env.ts'
import { publicAddress } from '../public-address.ts'
import { Refusal } from '../refusal.ts'
import { pageContext } from './page-context.ts'
import type { Site } from './site.ts'

const IS_ID = new RegExp(REPORT_ID)

/**
 * The report that a request names; what cannot be an id is not looked up.
 * @throws Refusal 404 when there is none or its owner has stopped sharing it: nobody learns which
 */
async function getReport(db: Database, request: FastifyRequest) {
  const { id } = request.params as { id: string }
  const report = IS_ID.test(id) ? await findPublicReport(db, id) : undefined
  if (!report) throw new Refusal(404, 'not_found', 'There is no such report, or it is no longer shared.')
  return { id, report }
}

/** Kept by nobody on the way, and asked for anew each time, so that what is no longer shared is gone at once. */
function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex')
}

/** The public report (design §5). */
export function reportPageRoutes(app: App, context: { db: Database; site: Site; settings: Settings }): void {
  const { db, site, settings } = context
  app.get(urls.report(':id'), { schema: { hide: true } }, async (request, reply) => {
    const { id, report } = await getReport(db, request)
    keepPrivate(reply)
    reply.type('text/html; charset=utf-8')
    return site.renderer.renderReport(pageContext(site, 'report', request, reply), {
      report,
      address: publicAddress(request, settings, urls.report(id)),
      pictureAddress: publicAddress(request, settings, urls.reportPicture(id)),
      avatarBaseUrl: settings.AVATAR_BASE_URL,
    })
  })
}
