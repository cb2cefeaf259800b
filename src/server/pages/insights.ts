import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import {
  getInsightsTable,
  type InsightsData,
  type InsightsFilter,
  type InsightsTable,
  type ItemRow,
  type itemParams,
} from '#contract/insights.ts'
import { STAFF_PROVIDER } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { type CsvRow, toCsv } from '../csv.ts'
import { NothingHere, Refusal } from '../http/refusal.ts'
import { isFromOtherSite } from '../http/request-checks.ts'
import type { App } from '../http/server.ts'
import { findInsights, findItemInsights, type InsightsContext } from '../insights/insights.ts'
import { safeNext } from '../sign-in/safe-next.ts'
import { findSignedIn } from '../who/identity.ts'
import { isStaff, type StaffSessions } from '../who/staff.ts'
import { CACHE_CONTROL, type PagesContext, servePage, type Visit } from './serve-page.ts'
import { renderPage } from './site.ts'

const DAY_MS = 24 * 3600 * 1000
const DEFAULT_DAYS = 28
const MAX_DAYS = 731

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * The filter in a query; by default the last four weeks and all languages.
 * @throws Refusal 400 if the days are in the wrong order or span more than two years
 */
function readFilter(query: Partial<InsightsFilter>): InsightsFilter {
  const to = query.to ?? dayOf(Date.now())
  const from = query.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS)
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (!(days >= 0 && days < MAX_DAYS))
    throw new Refusal(
      400,
      'invalid_request',
      `querystring.from must be before querystring.to, by ${MAX_DAYS} days at most.`,
    )
  return { from, to, language: query.language ?? '', interface_language: query.interface_language ?? '' }
}

/** `staff`: who signs in on their own, if the settings say where. */
type InsightsPageContext = PagesContext & InsightsContext & { staff: StaffSessions | undefined }

const filterOf = ({ query }: FastifyRequest) => readFilter(query as Partial<InsightsFilter>)

/** Usage figures for staff. For everyone else these pages are 404, or lead to the staff's own sign-in. */
export function insightsRoutes(app: App, context: InsightsPageContext): void {
  const { db, who, settings, staff } = context

  /** Runs before validation, so that an invalid request reveals nothing either. */
  const preValidation = async (request: FastifyRequest, reply: FastifyReply) => {
    if (await staff?.has(request)) return
    const user = await findSignedIn(who, request)
    if (user && (await isStaff(db, settings, user))) return
    if (!staff) throw new NothingHere()
    const signIn = `${urls.signInWith(STAFF_PROVIDER)}?next=${encodeURIComponent(safeNext(request.url))}`
    if (!isFromOtherSite(request)) return reply.redirect(signIn)
    // The redirect would be the other site's too, which may not start a sign-in: a link of ours may.
    reply.header('cache-control', CACHE_CONTROL.never)
    const { html } = await renderPage(context.site, 'staffSignIn', signIn, { request, reply, isForStaff: true })
    return reply.send(html)
  }

  const loadAll = async ({ request }: Visit) => ({
    ...(await findInsights(context, filterOf(request))),
    canSignOut: (await staff?.has(request)) ?? false,
  })
  servePage(app, context, 'insights', loadAll, { preValidation })

  const loadItem = async ({ request }: Visit) => {
    const { language, item_id } = request.params as Static<typeof itemParams>
    const data = await findItemInsights(context, language, Number(item_id), filterOf(request))
    if (!data) throw new Refusal(404, 'not_found', 'There is no such item.')
    return data
  }
  servePage(app, context, 'itemInsights', loadItem, { preValidation })

  app.route({
    ...getInsightsTable,
    preValidation,
    handler: async (request, reply) => {
      const { table } = request.params
      const filter = filterOf(request)
      const csv = insightsCsv(table, await findInsights(context, filter))
      const name = ['insights', table, filter.language, filter.from, filter.to].filter(Boolean).join('-')
      reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
      return csv
    },
  })
}

/** The CSV calls flags reports. */
const toItemLine = ({ flags, ...item }: ItemRow) => ({ ...item, reports: flags })

function rowsOf(table: InsightsTable, data: InsightsData): readonly CsvRow[] {
  if (table === 'items') return data.items?.map(toItemLine) ?? []
  return data[table]
}

/** One table of the page; the items table needs a language in the filter. */
const insightsCsv = (table: InsightsTable, data: InsightsData) => toCsv(rowsOf(table, data))
