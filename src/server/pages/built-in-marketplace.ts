import type { FastifyRequest } from 'fastify'
import { BUILT_IN_CURRENCY } from '#contract/brand.ts'
import { fillTemplate } from '#contract/deep-links.ts'
import type { TeacherOnPage } from '#contract/page-data.ts'
import { isLanguage, type Language } from '#quiz/languages.ts'
import { type DemoAbout, toTeacherItem } from '../built-in-marketplace/teachers.ts'
import { toCardSet } from '../built-in-marketplace/vocabulary.ts'
import type { Database } from '../db/schema.ts'
import { findTeacher, listTeachers, type TeacherRow } from '../db/tables/teachers.ts'
import { findCardSet } from '../db/tables/vocabulary.ts'
import { NothingHere } from '../http/http-error.ts'
import type { App } from '../http/server.ts'
import { interfaceLanguage } from '../who/interface-language.ts'
import { linkPlace } from './link-place.ts'
import { type PagesContext, servePage } from './serve-page.ts'

export type MarketplaceContext = PagesContext & { db: Database }

const SLOTS_SHOWN = 18

function refuse(): never {
  throw new NothingHere()
}

function readParams(request: FastifyRequest): { id: string; language: Language | undefined } {
  const { id = '', lang } = request.params as { id?: string; lang?: string }
  return { id, language: isLanguage(lang) ? lang : undefined }
}

/** Plain pages for teachers and vocabulary, so every link on the report works. */
export function teacherAndVocabularyPages(
  app: App,
  context: MarketplaceContext & { demoAbout: DemoAbout | undefined },
): void {
  const { db, site, settings, demoAbout } = context
  const shared = {
    isDemo: demoAbout !== undefined,
    currency: site.brand?.currency ?? BUILT_IN_CURRENCY,
    avatarBaseUrl: settings.AVATAR_BASE_URL,
  }
  const linksOn = (request: FastifyRequest) => linkPlace(request, settings, site.brand)

  const toTeacher = (row: TeacherRow, request: FastifyRequest): TeacherOnPage => {
    const item = toTeacherItem(row, demoAbout, interfaceLanguage(request))
    return { ...item, about: item.teacher_info.about ?? '' }
  }

  servePage(app, context, 'teachers', async ({ request }) => {
    const { language = refuse() } = readParams(request)
    const teachers = (await listTeachers(db, language)).map((row) => toTeacher(row, request))
    return { ...shared, language, teachers, links: linksOn(request) }
  })

  servePage(app, context, 'teacher', async ({ request }) => {
    const { id, language = refuse() } = readParams(request)
    const row = (await findTeacher(db, id, language, SLOTS_SHOWN)) ?? refuse()
    const teacher = toTeacher(row, request)
    const links = linksOn(request)
    const { booking } = links.templates
    return {
      ...shared,
      language,
      teacher,
      languages: row.languages,
      free: row.free.map((slot) => slot.start_time),
      bookingUrl:
        row.card.booking_url ||
        (booking ? fillTemplate(links.templates, booking, { id: teacher.user_info.user_id, language }) : ''),
      links,
    }
  })

  servePage(app, context, 'vocabularySet', async ({ request }) => {
    const { cards, ...set } = (await findCardSet(db, readParams(request).id)) ?? refuse()
    return { set: toCardSet(set), cards, links: linksOn(request) }
  })
}
