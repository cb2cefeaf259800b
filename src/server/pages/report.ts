import type { FastifyRequest } from 'fastify'
import { DEFAULT_LOCALE, directionOf } from '#contract/locales.ts'
import { getReportPicture, type PublicReport, REPORT_ID } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { findBands } from '../attempts/estimates.ts'
import type { Database } from '../db/schema.ts'
import { findPublicReport, findReportOwner } from '../db/tables/reports.ts'
import type { Gate } from '../http/gates.ts'
import { addressGroup, type Limits } from '../http/limits.ts'
import { publicAddress } from '../http/public-address.ts'
import { Refusal } from '../http/refusal.ts'
import type { App } from '../http/server.ts'
import { askedLocale, interfaceLanguage } from '../who/interface-language.ts'
import type { Drawing } from './picture/draw-picture.ts'
import { cachePictures, Painter } from './picture/painter.ts'
import { CACHE_CONTROL, type PagesContext, servePage } from './serve-page.ts'
import { SHARED } from './shared-page.ts'

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

type ReportContext = PagesContext & { db: Database; limits: Pick<Limits, 'pictures'>; gates: { pictures: Gate } }

/** The public report and its picture. */
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
  pictureRoute(app, context)
}

function pictureRoute(app: App, { db, site, limits, gates }: ReportContext): void {
  const painter = new Painter()
  const pictureOf = cachePictures((drawing) => painter.draw(drawing))
  app.addHook('onClose', () => painter.stop())
  app.route({
    ...getReportPicture,
    handler: async (request, reply) => {
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
        const sharer = await findReportOwner(db, id)
        // The pictures that previews of the link show are not counted, so that strangers cannot use them up.
        if (sharer && locale !== sharer.interfaceLanguage && locale !== DEFAULT_LOCALE)
          await limits.pictures(sharer.countedAs)
        return gates.pictures.run(draw)
      })
      reply
        // The address says all that the picture depends on, if it also says the language.
        .headers({
          'cache-control': askedLocale(request) ? SHARED : CACHE_CONTROL.revalidate,
          'x-robots-tag': 'noindex',
          etag,
        })
        // Other sites embed it in link previews.
        .header('cross-origin-resource-policy', 'cross-origin')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('image/png').send(png)
    },
  })
}
