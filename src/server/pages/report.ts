import type { FastifyReply, FastifyRequest } from 'fastify'
import { directionOf } from '#contract/locales.ts'
import { REPORT_ID } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { findPublicReport, findReportOwner } from '../db/reports.ts'
import type { Database } from '../db/schema.ts'
import type { Gate } from '../edge/admission.ts'
import { addressGroup, type Limits } from '../edge/limits.ts'
import { publicAddress } from '../edge/public-address.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { cachePictures, Painter } from './picture/painter.ts'
import { renderPage, type Site } from './site.ts'

const IS_ID = new RegExp(REPORT_ID)

/**
 * The public report that the address names.
 * @throws Refusal 404 when there is none or its owner has stopped sharing it: nobody learns which
 */
async function getReport(db: Database, request: FastifyRequest) {
  const { id } = request.params as { id: string }
  const report = IS_ID.test(id) ? await findPublicReport(db, id) : undefined
  if (!report) throw new Refusal(404, 'not_found', 'There is no such report, or it is no longer shared.')
  return { id, report }
}

/** No shared cache keeps it and browsers revalidate it, so that a report disappears as soon as sharing stops. */
function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex')
}

type ReportContext = {
  db: Database
  site: Site
  settings: Settings
  limits: Pick<Limits, 'pictures'>
  gates: { pictures: Gate }
}

/** The public report and its picture. */
export function reportPageRoutes(app: App, context: ReportContext): void {
  pageRoute(app, context)
  pictureRoute(app, context)
}

function pageRoute(app: App, { db, site, settings }: ReportContext): void {
  app.get(urls.report(':id'), { schema: { hide: true } }, async (request, reply) => {
    const { id, report } = await getReport(db, request)
    keepPrivate(reply)
    const picture = `${urls.reportPicture(id)}?hl=${interfaceLanguage(request)}`
    const data = {
      report,
      address: publicAddress(request, settings, urls.report(id)),
      pictureAddress: publicAddress(request, settings, picture),
      avatarBaseUrl: settings.AVATAR_BASE_URL,
    }
    return renderPage(site, 'report', data, { request, reply })
  })
}

function pictureRoute(app: App, { db, site, limits, gates }: ReportContext): void {
  const painter = new Painter()
  const pictureOf = cachePictures((drawing) => painter.draw(drawing))
  app.addHook('onClose', () => painter.stop())
  app.get(urls.reportPicture(':id'), { schema: { hide: true } }, async (request, reply) => {
    const { id, report } = await getReport(db, request)
    const locale = interfaceLanguage(request)
    const texts = await site.describeReportPicture(locale, report)
    const drawing = { ...texts, level: report.level, direction: directionOf(locale) }
    const { png, etag } = await pictureOf(drawing, async (draw) => {
      await limits.pictures(addressGroup(request.ip))
      await limits.pictures(`account ${(await findReportOwner(db, id))?.userId}`)
      return gates.pictures.run(draw)
    })
    keepPrivate(reply)
    // Other sites show it in link previews.
    reply.header('cross-origin-resource-policy', 'cross-origin').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/png').send(png)
  })
}
