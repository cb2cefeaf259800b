import type { Static, TSchema } from 'typebox'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import type { Endpoints } from './endpoints.ts'
import type { MarketplaceCallName } from './marketplace-calls.ts'
import { teacherWindows } from './teacher-windows.ts'

/** The subjects of the examples: ids, and the address of a page. */
export type ExampleSubject = Record<'userId' | 'creator' | 'page', string>

type PartOf<Schema, Name extends string, As extends string = Name> =
  Schema extends Record<Name, infer Part extends TSchema> ? { [Key in As]: Static<Part> } : unknown

type Example<Schema> = PartOf<Schema, 'params'> & PartOf<Schema, 'querystring', 'query'> & PartOf<Schema, 'body'>

type Examples = {
  readonly [Name in MarketplaceCallName]: (of: ExampleSubject, language: Language) => Example<Endpoints[Name]['schema']>
}

/** An example request for each call that a marketplace implements, as the quiz sends it. */
export const MARKETPLACE_EXAMPLES: Examples = {
  getLogin: () => ({}),
  freeTrialEvent: () => ({}),
  getFoundation: () => ({}),
  getUser: ({ userId }) => ({ params: { id: userId }, query: { has_detail: '1', has_language: '1' } }),
  postTeachers: (_, language) => ({
    body: {
      page_size: 20,
      user_timezone: 'Europe/Berlin',
      teach_language: { language },
      specify_time: teacherWindows(Date.now()),
    },
  }),
  getPurposes: (_, language) => ({ query: { language } }),
  exploreCardSets: (_, language) => ({
    query: {
      front_language: language,
      back_language: LANGUAGES.find((other) => other !== language) as Language,
      language_level: 'B1',
      length: '2',
    },
  }),
  getUserMini: ({ creator }) => ({ params: { creator_id: creator } }),
  postOnboarding: (_, language) => ({ body: { primary_learning_language: language, primary_learning_level: 3 } }),
  postProfile: (_, language) => ({
    body: { language: { language_s: [language], level_s: [3], is_learning_s: [true] } },
  }),
  getJsApi: ({ page }) => ({ query: { url: page } }),
}
