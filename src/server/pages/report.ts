import type { FastifyReply, FastifyRequest } from 'fastify'
import { directionOf } from '#contract/locales.ts'
import { type PublicReport, REPORT_ID } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { findBands } from '../attempts/review.ts'
import { findPublicReport, findReportOwner } from '../db/reports.ts'
import type { Database } from '../db/schema.ts'
import type { Gate } from '../edge/admission.ts'
import { addressGroup, type Limits } from '../edge/limits.ts'
import { publicAddress } from '../edge/public-address.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { findSignedIn } from '../visitor/session.ts'
import type { Drawing } from './picture/draw-picture.ts'
import { cachePictures, Painter } from './picture/painter.ts'
import { greet, renderPage, type Site } from './site.ts'

const IS_ID = new RegExp(REPORT_ID)

/**
 * The public report in the URL.
 * @throws Refusal 404 if there is none or its owner has stopped sharing it, indistinguishably
 */
async function getReport(db: Database, request: FastifyRequest) {
  const { id } = request.params as { id: string }
  const row = IS_ID.test(id) ? await findPublicReport(db, id) : undefined
  if (!row) throw new Refusal(404, 'not_found', 'There is no such report, or it is no longer shared.')
  const band = (await findBands(db, [row])).get(row.assessment_id)
  const { assessment_id: _, band_lowest: _lowest, band_highest: _highest, ...told } = row
  return { id, report: { ...told, band: band as PublicReport['band'] } satisfies PublicReport }
}

/** No shared cache stores it and browsers revalidate it, so that a report disappears as soon as sharing stops. */
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
    return renderPage(site, 'report', data, {
      request,
      reply,
      visitor: greet(settings, await findSignedIn(db, request)),
    })
  })
}

function pictureRoute(app: App, { db, site, limits, gates }: ReportContext): void {
  const painter = new Painter()
  const pictureOf = cachePictures((drawing) => painter.draw(drawing))
  app.addHook('onClose', () => painter.stop())
  app.get(urls.reportPicture(':id'), { schema: { hide: true } }, async (request, reply) => {
    const { id, report } = await getReport(db, request)
    const locale = interfaceLanguage(request)
    const texts = await site.describeReportPicture(locale, report, site.brand)
    const { format: asked } = request.query as { format?: unknown }
    const format = asked === 'story' ? 'story' : 'link'
    const { picture } = site.brand ?? {}
    const drawing: Drawing = {
      ...texts,
      level: report.level,
      language: report.language,
      direction: directionOf(locale),
      format,
      ...(picture && { brand: { ...picture.sign, ...(picture[format] && { cover: picture[format] }) } }),
    }
    const { png, etag } = await pictureOf(drawing, async (draw) => {
      await limits.pictures(addressGroup(request.ip))
      await limits.pictures(`account ${(await findReportOwner(db, id))?.userId}`)
      return gates.pictures.run(draw)
    })
    keepPrivate(reply)
    // Other sites embed it in link previews.
    reply.header('cross-origin-resource-policy', 'cross-origin').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/png').send(png)
  })
}
