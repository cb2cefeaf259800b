import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_LOCALE, directionOf } from '#contract/locales.ts'
import { getAttemptPicture, getReportPicture, type PublicReport, REPORT_ID } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import { finishedNotFound } from '../attempts/attempts.ts'
import type { Database } from '../db/schema.ts'
import { findOwnReport, findPublicReport, findReportOwner } from '../db/tables/reports.ts'
import { HttpError } from '../http/http-error.ts'
import { addressGroup, type Limits } from '../http/limits.ts'
import { publicAddress } from '../http/public-address.ts'
import type { App } from '../http/server.ts'
import { requireSignedIn } from '../who/identity.ts'
import { interfaceLanguage } from '../who/interface-language.ts'
import type { Drawing } from './picture/draw-picture.ts'
import { cachePictures, Painter } from './picture/painter.ts'
import { CACHE_CONTROL, type PagesContext, servePage } from './serve-page.ts'

const IS_ID = new RegExp(REPORT_ID)

/**
 * The public report in the URL.
 * @throws HttpError 404 if it doesn't exist or is no longer shared, indistinguishably
 */
async function getReport(db: Database, request: FastifyRequest) {
  const { id } = request.params as { id: string }
  const report = IS_ID.test(id) ? await findPublicReport(db, id) : undefined
  if (!report) throw new HttpError(404, 'not_found', "This report doesn't exist or is no longer shared.")
  return { id, report }
}

type ReportContext = PagesContext & { db: Database; limits: Pick<Limits, 'pictures'> }

/** The public report, and the picture of a result. */
export function reportPageRoutes(app: App, context: ReportContext): void {
  const { db, settings } = context
  servePage(app, context, 'report', async ({ request }) => {
    const { id, report } = await getReport(db, request)
    const picture = `${urls.reportPicture(id)}?hl=${interfaceLanguage(request)}`
    return {
      report,
      address: publicAddress(request, settings, urls.report(id)),
      pictureAddress: publicAddress(request, settings, picture),
      avatarBaseUrl: settings.AVATAR_BASE_URL,
    }
  })
  pictureRoutes(app, context)
}

function pictureRoutes(app: App, { db, who, site, settings, limits }: ReportContext): void {
  const painter = new Painter()
  const pictureOf = cachePictures((drawing) => painter.draw(drawing))
  app.addHook('onClose', () => painter.stop())

  const drawingOf = async (request: FastifyRequest, report: PublicReport): Promise<Drawing> => {
    const locale = interfaceLanguage(request)
    const { format: requested } = request.query as { format?: unknown }
    const format = requested === 'story' ? 'story' : 'link'
    return {
      ...(await site.describeReportPicture(locale, report, site.brand)),
      address: publicAddress(request, settings, urls.landing).replace(/^https?:\/\//, ''),
      level: report.level,
      language: report.language,
      direction: directionOf(locale),
      format,
      ...(site.brand && { brand: { logo: site.brand.png?.path ?? null } }),
    }
  }
  const send = (request: FastifyRequest, reply: FastifyReply, { png, etag }: { png: Buffer; etag: string }) => {
    reply.headers({ 'x-robots-tag': 'noindex', etag })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/png').send(png)
  }

  app.route({
    ...getReportPicture,
    handler: async (request, reply) => {
      const { id, report } = await getReport(db, request)
      const locale = interfaceLanguage(request)
      const picture = await pictureOf(await drawingOf(request, report), async (draw) => {
        await limits.pictures(addressGroup(request.ip))
        const sharer = await findReportOwner(db, id)
        // Pictures for link previews aren't counted, so strangers can't use up the allowance.
        if (sharer && locale !== sharer.interfaceLanguage && locale !== DEFAULT_LOCALE)
          await limits.pictures(sharer.userId)
        return painter.admit(draw)
      })
      reply
        .header('cache-control', CACHE_CONTROL.revalidate)
        // Other sites embed it in link previews.
        .header('cross-origin-resource-policy', 'cross-origin')
      return send(request, reply, picture)
    },
  })

  app.route({
    ...getAttemptPicture,
    handler: async (request, reply) => {
      const user = await requireSignedIn(who, request)
      const report = await findOwnReport(db, user.id, request.params.id)
      if (!report) throw finishedNotFound()
      const picture = await pictureOf(await drawingOf(request, report), async (draw) => {
        await limits.pictures(addressGroup(request.ip))
        await limits.pictures(user.id)
        return painter.admit(draw)
      })
      return send(request, reply.header('cache-control', CACHE_CONTROL.revalidate), picture)
    },
  })
}
