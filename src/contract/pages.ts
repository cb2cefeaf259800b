import type { RouteConfig } from './endpoint.ts'
import type {
  AccountPageState,
  CommunityPageData,
  HowPageData,
  LandingPageData,
  LegalPageData,
  PrivacyPageData,
  QuizPageState,
  ReportPageData,
  TeacherPageData,
  TeachersPageData,
  VocabularyPageData,
} from './page-data.ts'
import { urls } from './urls.ts'

/** A page on the server, showing `Data`; its markup is in src/web/pages.tsx. */
type PageEntry<Data> = {
  /** The route. Signing in may return to it. */
  address: string
  /** The entry in docs/addresses.md. */
  summary: string
  /** Whether browsers may keep a copy, which they revalidate, and show when the visitor goes back. */
  cache: 'revalidate' | 'never'
  /** Whether search engines should list it under its own address or omit it; undefined leaves it to them. */
  findable?: boolean
  /** Visitors who haven't chosen see the consent banner; those who allow events get a visitor cookie here. */
  asksConsent?: true
  asks?: RouteConfig['asks']
  needs?: RouteConfig['needs']
  schema?: { querystring?: object; params?: object }
  /** Never set; it carries the type. */
  data?: Data
}

const page = <Data>(entry: PageEntry<Data>): PageEntry<Data> => entry

/** Every page that has an address. CONTRIBUTING.md explains how to add one. */
export const pages = {
  landing: page<LandingPageData>({
    address: urls.landing,
    summary: 'landing',
    cache: 'revalidate',
    findable: true,
    asksConsent: true,
  }),
  quiz: page<QuizPageState>({
    address: urls.quiz,
    summary: 'the quiz and its result',
    cache: 'never',
    findable: true,
    asksConsent: true,
    asks: ['country', 'learningLanguage'],
  }),
  account: page<AccountPageState>({
    address: urls.account,
    summary: 'the account, or signing in',
    needs: 'the built-in marketplace',
    cache: 'never',
  }),
  report: page<ReportPageData>({
    address: urls.report(':id'),
    summary: 'a public report',
    cache: 'revalidate',
    findable: false,
  }),
  how: page<HowPageData>({
    address: urls.how,
    summary: 'how the test works',
    cache: 'revalidate',
    findable: true,
  }),
  terms: page<LegalPageData>({ address: urls.terms, summary: 'terms of use', cache: 'revalidate' }),
  privacy: page<PrivacyPageData>({
    address: urls.privacy,
    summary: 'privacy notice, and the choice about analytics',
    cache: 'never',
  }),
  accessibility: page<null>({
    address: urls.accessibility,
    summary: 'accessibility',
    cache: 'revalidate',
  }),
  teachers: page<TeachersPageData>({
    address: urls.teachers(':lang'),
    summary: 'the teachers of a language',
    needs: 'the built-in marketplace',
    cache: 'revalidate',
  }),
  teacher: page<TeacherPageData>({
    address: urls.teacher(':id', ':lang'),
    summary: 'a teacher',
    needs: 'the built-in marketplace',
    cache: 'revalidate',
  }),
  vocabularySet: page<VocabularyPageData>({
    address: urls.vocabularySet(':id'),
    summary: 'a vocabulary set',
    needs: 'the built-in marketplace',
    cache: 'revalidate',
  }),
  community: page<CommunityPageData>({
    address: urls.community,
    summary: 'public reports with their posts',
    needs: 'the built-in marketplace',
    cache: 'never',
  }),
}

export type PageWithAddress = keyof typeof pages

/** The data of each page. The error page has no address of its own. */
export type PageData = { error: 404 | 410 | 500 } & {
  [Name in PageWithAddress]: (typeof pages)[Name] extends PageEntry<infer Data> ? Data : never
}

export type PageName = keyof PageData
