import type { ReactNode } from 'react'
import type { InsightsPageData, ItemInsights } from '#contract/insights.ts'
import type { BrowserPart } from '#contract/locales.ts'
import type * as addresses from '#contract/page-addresses.ts'
import type {
  AccountPageState,
  CommunityPageData,
  HowPageData,
  LandingPageData,
  LegalPageData,
  QuizPageState,
  TeacherPageData,
  TeachersPageData,
  VocabularyPageData,
} from '#contract/page-data.ts'
import type { ReportPageData } from '#contract/sharing.ts'
import { AccountPage } from './account/account-page.tsx'
import accountStyles from './account/account-page.tsx?styles'
import embeddedStyles from './embedded/embedded.css?inline'
import { ErrorPage } from './error-page.tsx'
import errorStyles from './error-page.tsx?styles'
import earlyScript from './flow/early.ts?script'
import { QuizApp } from './flow/quiz-app.tsx'
import quizStyles from './flow/quiz-app.tsx?styles'
import { AccessibilityPage } from './info/accessibility-page.tsx'
import accessibilityStyles from './info/accessibility-page.tsx?styles'
import { HowPage } from './info/how-page.tsx'
import howStyles from './info/how-page.tsx?styles'
import { PrivacyPage, type PrivacyPageData, TermsPage } from './info/legal-pages.tsx'
import legalStyles from './info/legal-pages.tsx?styles'
import { InsightsPage } from './insights/insights-page.tsx'
import insightsStyles from './insights/insights-page.tsx?styles'
import { ItemPage } from './insights/items.tsx'
import itemStyles from './insights/items.tsx?styles'
import { LandingPage } from './landing/landing-page.tsx'
import landingStyles from './landing/landing-page.tsx?styles'
import { CommunityPage } from './marketplace/community-page.tsx'
import communityStyles from './marketplace/community-page.tsx?styles'
import { TeacherPage, TeachersPage } from './marketplace/teacher-pages.tsx'
import teachersStyles from './marketplace/teacher-pages.tsx?styles'
import { VocabularyPage } from './marketplace/vocabulary-page.tsx'
import vocabularyStyles from './marketplace/vocabulary-page.tsx?styles'
import { landingHead, type PageHead, type PageLocation, quizHead, reportHead } from './page-heads.ts'
import printScript from './report/print.js?raw'
import { ReportPage } from './report/report-page.tsx'
import reportStyles from './report/report-page.tsx?styles'
import type { TextKey, Texts } from './texts.tsx'

/** A page as the server renders it from `Data`. */
export type Page<Data> = {
  head: (t: Texts, data: Data, location: PageLocation) => PageHead
  body: (data: Data) => ReactNode
  /** The style sheets of the component: its module, imported with `?styles`. */
  styles: string
  /** Further styles that only some data need. */
  extraStyles?: (data: Data) => string
  /** The module that the browser starts with, and the parts of the catalog that it needs at once. */
  script?: { entry: string; texts: BrowserPart[] }
  /** Whether the script hydrates the body; if so, the data are sent to the browser as JSON in #state. */
  isHydrated?: true
  /** A small script that runs before the body is painted, as UTF-8. */
  earlyScript?: Buffer
  /** The message if scripts do not run. */
  noscript?: TextKey
  /** Pages for staff are in English (docs/decisions/024) and offer no other language. */
  isForStaff?: true
}

/** Only infers: `data` of `head` and `body` has the type named here. */
const page = <Data,>(entry: Page<Data>): Page<Data> => entry

/** Every page that has an address, and the error page. CONTRIBUTING.md says how to add one. */
export const PAGES = {
  landing: page<LandingPageData>({
    head: (t, _, location) => landingHead(t, location),
    body: (data) => <LandingPage {...data} />,
    styles: landingStyles,
    script: { entry: 'src/web/landing/start.ts', texts: [] },
  }),
  quiz: page<QuizPageState>({
    head: (t, { queryLanguage }, location) => quizHead(t, location, queryLanguage),
    body: (state) => <QuizApp page={state} arrival={null} />,
    styles: quizStyles,
    extraStyles: ({ embedders }) => (embedders ? embeddedStyles : ''),
    script: { entry: 'src/web/flow/start.tsx', texts: ['quiz'] },
    isHydrated: true,
    earlyScript: Buffer.from(earlyScript),
    noscript: 'noscript',
  }),
  account: page<AccountPageState>({
    head: (t) => ({ title: t('account.title') }),
    body: (state) => <AccountPage state={state} />,
    styles: accountStyles,
    script: { entry: 'src/web/account/start.tsx', texts: ['quiz', 'account'] },
    isHydrated: true,
  }),
  report: page<ReportPageData>({
    head: reportHead,
    body: (data) => <ReportPage {...data} />,
    styles: reportStyles,
    earlyScript: Buffer.from(printScript),
  }),
  how: page<HowPageData>({
    head: (t) => ({ title: t('how.title'), description: t('how.lead') }),
    body: (data) => <HowPage {...data} />,
    styles: howStyles,
  }),
  terms: page<LegalPageData>({
    head: (t) => ({ title: t('terms.title') }),
    body: (data) => <TermsPage {...data} />,
    styles: legalStyles,
  }),
  privacy: page<PrivacyPageData>({
    head: (t) => ({ title: t('privacy.title') }),
    body: (data) => <PrivacyPage {...data} />,
    styles: legalStyles,
  }),
  accessibility: page<null>({
    head: (t) => ({ title: t('accessibility.title'), description: t('accessibility.lead') }),
    body: () => <AccessibilityPage />,
    styles: accessibilityStyles,
  }),
  teachers: page<TeachersPageData>({
    head: (t, { language }) => ({ title: t('teachers.title', { language }) }),
    body: (data) => <TeachersPage {...data} />,
    styles: teachersStyles,
  }),
  teacher: page<TeacherPageData>({
    head: (t, { language, teacher }) => ({
      title: t('teacher.title', { nickname: teacher.user_info.nickname, language }),
    }),
    body: (data) => <TeacherPage {...data} />,
    styles: teachersStyles,
  }),
  vocabularySet: page<VocabularyPageData>({
    head: (_, { set }) => ({ title: set.title }),
    body: (data) => <VocabularyPage {...data} />,
    styles: vocabularyStyles,
  }),
  community: page<CommunityPageData>({
    head: (t) => ({ title: t('community.title') }),
    body: (data) => <CommunityPage {...data} />,
    styles: communityStyles,
  }),
  insights: page<InsightsPageData>({
    head: (t) => ({ title: t('insights.title'), description: '' }),
    body: (data) => <InsightsPage data={data} />,
    styles: insightsStyles,
    isForStaff: true,
  }),
  itemInsights: page<ItemInsights>({
    head: (t, { language, item }) => ({
      title: t('insights.item.title', { id: item.item_id, language, level: item.level }),
      description: '',
    }),
    body: (data) => <ItemPage data={data} />,
    styles: itemStyles,
    isForStaff: true,
  }),
  error: page<404 | 410 | 500>({
    head: (t, status) => ({ title: t(`error.${status}.title`) }),
    body: (status) => <ErrorPage status={status} />,
    styles: errorStyles,
  }),
} satisfies Record<keyof typeof addresses | 'error', unknown>

export type PageName = keyof typeof PAGES

/** What a page is rendered from. */
export type PageData<Name extends PageName> = (typeof PAGES)[Name] extends Page<infer Data> ? Data : never
