import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { InsightsData, InsightsTable } from '#contract/insights.ts'
import { getInsights, getInsightsTable, getItemInsights, type InsightsFilter } from '#contract/insights.ts'
import { urls } from '#contract/urls.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import { findInsights, findItemInsights, type InsightsContext } from '../insights/insights.ts'
import type { Settings } from '../settings.ts'
import { findSignedIn, isStaff } from '../visitor/session.ts'
import type { StaffSessions } from '../visitor/staff-session.ts'
import { renderPage, type Site } from './site.ts'

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

type InsightsPageContext = InsightsContext & {
  site: Site
  settings: Pick<Settings, 'STAFF_EMAILS'>
  /** Staff who sign in on their own, if the settings say where. */
  staff: StaffSessions | undefined
}

/** Usage figures for staff. For everyone else these pages are 404, or lead to the staff's own sign-in. */
export function insightsRoutes(app: App, context: InsightsPageContext): void {
  const { db, site, settings, staff } = context

  /** Runs before validation, so that an invalid request reveals nothing either. */
  const preValidation = async (request: FastifyRequest, reply: FastifyReply) => {
    if (staff?.has(request)) return
    const user = await findSignedIn(db, request)
    if (user && (await isStaff(db, settings, user))) return
    if (!staff) throw new Refusal(404, 'not_found', 'There is nothing at this address.')
    return reply.redirect(`${urls.signInWith('staff')}?next=${encodeURIComponent(request.url)}`)
  }

  app.get(getInsights.url, { schema: getInsights.schema, preValidation }, async (request, reply) => {
    const data = await findInsights(context, readFilter(request.query as Partial<InsightsFilter>))
    reply.header('x-robots-tag', 'noindex')
    return renderPage(site, 'insights', { ...data, canSignOut: staff?.has(request) ?? false }, { request, reply })
  })

  app.get(getInsightsTable.url, { schema: getInsightsTable.schema, preValidation }, async (request, reply) => {
    const { table } = request.params as Static<typeof getInsightsTable.schema.params>
    const filter = readFilter(request.query as Partial<InsightsFilter>)
    const csv = insightsCsv(table, await findInsights(context, filter))
    const name = ['insights', table, filter.language, filter.from, filter.to].filter(Boolean).join('-')
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`)
    return csv
  })

  app.get(getItemInsights.url, { schema: getItemInsights.schema, preValidation }, async (request, reply) => {
    const { language, item_id } = request.params as Static<typeof getItemInsights.schema.params>
    const filter = readFilter(request.query as Partial<InsightsFilter>)
    const data = await findItemInsights(context, language, Number(item_id), filter)
    if (!data) throw new Refusal(404, 'not_found', 'There is no such item.')
    reply.header('x-robots-tag', 'noindex')
    return renderPage(site, 'itemInsights', data, { request, reply })
  })
}

type Cell = string | number | null | string[]

/** RFC 4180. Semicolons separate several values in one cell. Every text is our own, so none can start with what a spreadsheet takes for a formula. */
const toLine = (cells: readonly Cell[]) =>
  cells
    .map((cell) => (Array.isArray(cell) ? cell.join('; ') : cell))
    .map((cell) => (/[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : (cell ?? '')))
    .join(',')

/** One table of the page. Its first line names the columns; the items table needs a language in the filter. */
function insightsCsv(table: InsightsTable, data: InsightsData): string {
  const rows: Record<string, Cell>[] = data[table] ?? []
  const columns = Object.keys(rows[0] ?? {})
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]
    .map((line) => `${toLine(line)}\r\n`)
    .join('')
}
