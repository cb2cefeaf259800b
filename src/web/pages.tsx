import type { ReactNode } from 'react'
import type { BrowserPart } from '#contract/locales.ts'
import type { PageData, PageName } from '#contract/pages.ts'
import { AccountPage } from './account/account-page.tsx'
import accountStyles from './account/account-page.tsx?styles'
import earlyPressScript from './browser/early-press.ts?script'
import { CommunityPage } from './built-in-marketplace/community-page.tsx'
import communityStyles from './built-in-marketplace/community-page.tsx?styles'
import { TeacherPage, TeachersPage } from './built-in-marketplace/teacher-pages.tsx'
import teachersStyles from './built-in-marketplace/teacher-pages.tsx?styles'
import { VocabularyPage } from './built-in-marketplace/vocabulary-page.tsx'
import vocabularyStyles from './built-in-marketplace/vocabulary-page.tsx?styles'
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
import { PrivacyPage, TermsPage } from './info/legal-pages.tsx'
import legalStyles from './info/legal-pages.tsx?styles'
import { LandingPage } from './landing/landing-page.tsx'
import landingStyles from './landing/landing-page.tsx?styles'
import { landingHead, type PageHead, type PageLocation, quizHead, reportHead } from './page-heads.ts'
import printScript from './report/print.js?raw'
import { ReportPage } from './report/report-page.tsx'
import reportStyles from './report/report-page.tsx?styles'
import type { TextKey, Texts } from './texts.tsx'

/** A page that the server renders from `Data`. */
export type Page<Data> = {
  head: (t: Texts, data: Data, location: PageLocation) => PageHead
  body: (data: Data) => ReactNode
  /** The component's style sheets: its module, imported with `?styles`. */
  styles: string
  /** Additional styles that only some data need. */
  extraStyles?: (data: Data) => string
  /** The browser's entry module, and the catalog parts that it needs immediately. */
  script?: { entry: string; texts: BrowserPart[] }
  /** Whether the script hydrates the body. If so, the browser gets the data as JSON in #state. */
  isHydrated?: true
  /** A small script that runs before the body is painted. */
  earlyScript?: string
  /** The message shown if scripts don't run. */
  noscript?: TextKey
}

/** Every page, including the error page, which has no URL of its own. CONTRIBUTING.md explains how to add a page. */
export const PAGES: { readonly [Name in PageName]: Page<PageData[Name]> } = {
  landing: {
    head: (t, _, location) => landingHead(t, location),
    body: (data) => <LandingPage {...data} />,
    styles: landingStyles,
    script: { entry: 'src/web/landing/start.ts', texts: [] },
  },
  quiz: {
    head: (t, { query }, location) => quizHead(t, location, query.language),
    body: (state) => <QuizApp page={state} arrival={null} />,
    styles: quizStyles,
    extraStyles: ({ host }) => (host.embedders ? embeddedStyles : ''),
    script: { entry: 'src/web/flow/start.tsx', texts: ['quiz'] },
    isHydrated: true,
    earlyScript,
    noscript: 'noscript',
  },
  account: {
    head: (t, { account, isDeleted }) => ({ title: t(account || isDeleted ? 'account.title' : 'test.signIn') }),
    body: (state) => <AccountPage state={state} />,
    styles: accountStyles,
    script: { entry: 'src/web/account/start.tsx', texts: ['quiz', 'account'] },
    isHydrated: true,
    earlyScript: earlyPressScript,
  },
  report: {
    head: reportHead,
    body: (data) => <ReportPage {...data} />,
    styles: reportStyles,
    earlyScript: printScript,
  },
  how: {
    head: (t) => ({ title: t('how.title'), description: t('how.lead') }),
    body: (data) => <HowPage {...data} />,
    styles: howStyles,
  },
  terms: {
    head: (t) => ({ title: t('terms.title') }),
    body: (data) => <TermsPage {...data} />,
    styles: legalStyles,
  },
  privacy: {
    head: (t) => ({ title: t('privacy.title') }),
    body: (data) => <PrivacyPage {...data} />,
    styles: legalStyles,
  },
  accessibility: {
    head: (t) => ({ title: t('accessibility.title'), description: t('accessibility.lead') }),
    body: () => <AccessibilityPage />,
    styles: accessibilityStyles,
  },
  teachers: {
    head: (t, { language }) => ({ title: t('teachers.title', { language }) }),
    body: (data) => <TeachersPage {...data} />,
    styles: teachersStyles,
  },
  teacher: {
    head: (t, { language, teacher }) => ({
      title: t('teacher.title', { nickname: teacher.user_info.nickname, language }),
    }),
    body: (data) => <TeacherPage {...data} />,
    styles: teachersStyles,
    script: { entry: 'src/web/built-in-marketplace/start.ts', texts: [] },
  },
  vocabularySet: {
    head: (_, { set }) => ({ title: set.title }),
    body: (data) => <VocabularyPage {...data} />,
    styles: vocabularyStyles,
  },
  community: {
    head: (t) => ({ title: t('community.title') }),
    body: (data) => <CommunityPage {...data} />,
    styles: communityStyles,
  },
  error: {
    head: (t, status) => ({ title: t(`error.${status}.title`) }),
    body: (status) => <ErrorPage status={status} />,
    styles: errorStyles,
  },
}
