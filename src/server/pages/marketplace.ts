import type { FastifyRequest } from 'fastify'
import { BUILT_IN_CURRENCY } from '#contract/brand.ts'
import { fillTemplate } from '#contract/deep-links.ts'
import type { TeacherOnPage } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { isLanguage, type Language } from '#quiz/languages.ts'
import { toTeacherItem } from '../api/teachers.ts'
import { toCardSet } from '../api/vocabulary.ts'
import type { Database } from '../db/schema.ts'
import { findTeacher, listTeachers, type TeacherRow } from '../db/teachers.ts'
import { findCardSet } from '../db/vocabulary.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { findSignedIn } from '../visitor/session.ts'
import { linkPlace } from '../visitor/visitor.ts'
import { greet, renderPage, type Site } from './site.ts'

export type MarketplaceContext = { db: Database; site: Site; settings: Settings }

const SLOTS_SHOWN = 18

function refuse(): never {
  throw new Refusal(404, 'not_found', 'There is nothing at this address.')
}

function readParams(request: FastifyRequest): { id: string; language: Language | undefined } {
  const { id = '', lang } = request.params as { id?: string; lang?: string }
  return { id, language: isLanguage(lang) ? lang : undefined }
}

const toTeacher = (row: TeacherRow): TeacherOnPage => ({ ...toTeacherItem(row), about: row.about })

/** Plain pages for teachers and vocabulary, so that every link on the report works. */
export function marketplaceRoutes(
  app: App,
  { db, site, settings, isDemo }: MarketplaceContext & { isDemo: boolean },
): void {
  const avatarBaseUrl = settings.AVATAR_BASE_URL
  const currency = site.brand?.currency ?? BUILT_IN_CURRENCY
  const visitorOf = async (request: FastifyRequest) => greet(settings, await findSignedIn(db, request))

  app.get(urls.teachers(':lang'), { schema: { hide: true } }, async (request, reply) => {
    const { language = refuse() } = readParams(request)
    const teachers = (await listTeachers(db, language)).map(toTeacher)
    reply.header('cache-control', 'private, no-cache')
    const links = linkPlace(request, settings, site.brand)
    return renderPage(
      site,
      'teachers',
      { language, teachers, currency, avatarBaseUrl, links, isDemo },
      { request, reply, visitor: await visitorOf(request) },
    )
  })

  app.get(urls.teacher(':id', ':lang'), { schema: { hide: true } }, async (request, reply) => {
    const { id, language = refuse() } = readParams(request)
    const found = (await findTeacher(db, id, language, SLOTS_SHOWN)) ?? refuse()
    const teacher = toTeacher(found)
    const free = found.free.map((slot) => slot.start_time)
    reply.header('cache-control', 'private, no-cache')
    const links = linkPlace(request, settings, site.brand)
    const { booking } = links.templates
    const data = {
      language,
      teacher,
      languages: found.languages,
      free,
      bookingUrl:
        found.booking_url ||
        (booking ? fillTemplate(links.templates, booking, { id: teacher.user_info.user_id, language }) : ''),
      isDemo,
      currency,
      avatarBaseUrl,
      links,
    }
    return renderPage(site, 'teacher', data, { request, reply, visitor: await visitorOf(request) })
  })

  app.get(urls.vocabularySet(':id'), { schema: { hide: true } }, async (request, reply) => {
    const { cards, ...set } = (await findCardSet(db, readParams(request).id)) ?? refuse()
    reply.header('cache-control', 'private, no-cache')
    const data = { set: toCardSet(set), cards, links: linkPlace(request, settings, site.brand) }
    return renderPage(site, 'vocabularySet', data, { request, reply, visitor: await visitorOf(request) })
  })
}
