import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { InsightsData, ItemInsights } from '#contract/insights.ts'
import type { Locale } from '#contract/locales.ts'
import type {
  AccountPageState,
  CommunityPageData,
  HowPageData,
  QuizPageState,
  TeacherPageData,
  TeachersPageData,
  VocabularyPageData,
} from '#contract/page-data.ts'
import type { PublicReport, ReportPageData } from '#contract/sharing.ts'
import { AccessibilityPage } from './accessibility/accessibility-page.tsx'
import { AccountPage } from './account/account-page.tsx'
import { ConsentBanner } from './consent/consent-banner.tsx'
import { PrivacyChoice, type PrivacyChoiceState } from './consent/privacy-choice.tsx'
import { type DocumentParts, documentHtml } from './document.ts'
import { ErrorPage } from './error-page.tsx'
import earlyScript from './flow/early.js?raw'
import { QuizApp } from './flow/quiz-app.tsx'
import { SERVER_ARRIVAL } from './flow/quiz-state.ts'
import { HowPage } from './how/how-page.tsx'
import { InsightsPage } from './insights/insights-page.tsx'
import { ItemPage } from './insights/item-page.tsx'
import { LandingPage } from './landing/landing-page.tsx'
import { LegalPage } from './legal/legal-page.tsx'
import { CommunityPage } from './marketplace/community-page.tsx'
import { TeacherPage } from './marketplace/teacher-page.tsx'
import { TeachersPage } from './marketplace/teachers-page.tsx'
import { VocabularyPage } from './marketplace/vocabulary-page.tsx'
import { landingFacts, quizFacts } from './page-facts.ts'
import { type PageName, STYLES, type StylesPart } from './page-styles.ts'
import { REPORT_PICTURE_SIZE } from './report/picture-size.ts'
import { type ReportPictureTexts, reportPictureTexts } from './report/picture-texts.ts'
import printScript from './report/print.js?raw'
import { ReportPage } from './report/report-page.tsx'
import { reportTitle } from './report/report-title.ts'
import { allTexts } from './server-texts.ts'
import { type Texts, TextsProvider } from './texts.tsx'
import { LanguageSwitcher } from './ui/language-switcher.tsx'

export type PageContext = Pick<
  DocumentParts,
  'locale' | 'nonces' | 'assets' | 'catalogs' | 'hostScript' | 'consent' | 'findableAt' | 'askedLocale'
> & {
  /** The address of this page, for the banner and other languages to lead back to. */
  address: string
}

type Page = { title: string; body: ReactNode; styleParts?: StylesPart[] } & Partial<
  Pick<DocumentParts, 'description' | 'structuredData' | 'state' | 'earlyScript' | 'noscript' | 'preview'>
>

/** The pages that React takes over in the browser. */
const HYDRATED: ReadonlySet<PageName> = new Set(['quiz', 'account'])

/** The pages whose scripts send events. */
const ASKING: ReadonlySet<PageName> = new Set(['landing', 'quiz'])

async function render(name: PageName, { address, ...context }: PageContext, page: (t: Texts) => Page): Promise<string> {
  const texts = await allTexts(context.locale)
  const { title, body, styleParts = [], ...rest } = page(texts)
  const app = <TextsProvider texts={texts}>{body}</TextsProvider>
  const isAsked = context.consent === 'unasked' && ASKING.has(name)
  const head = (
    <TextsProvider texts={texts}>
      {isAsked && <ConsentBanner next={address} />}
      <LanguageSwitcher locale={context.locale} address={address} />
    </TextsProvider>
  )
  return documentHtml({
    ...context,
    description: texts('site.description'),
    ...rest,
    title,
    styles: [name, 'languages' as const, ...styleParts, ...(isAsked ? (['consent'] as const) : [])]
      .map((styled) => STYLES[styled])
      .join(''),
    head: renderToStaticMarkup(head),
    body: HYDRATED.has(name) ? renderToString(app) : renderToStaticMarkup(app),
  })
}

export function renderLanding(context: PageContext): Promise<string> {
  return render('landing', context, (t) => ({ ...landingFacts(t, context), body: <LandingPage /> }))
}

export function renderQuiz(context: PageContext, state: QuizPageState): Promise<string> {
  return render('quiz', context, (t) => ({
    ...quizFacts(t, context, state.queryLanguage),
    body: <QuizApp page={state} arrival={SERVER_ARRIVAL} />,
    state,
    styleParts: state.embedders ? ['embedded'] : [],
    earlyScript,
    noscript: t('noscript'),
  }))
}

export function renderAccount(context: PageContext, state: AccountPageState): Promise<string> {
  return render('account', context, (t) => ({ title: t('account.title'), body: <AccountPage state={state} />, state }))
}

export function renderReport(context: PageContext, data: ReportPageData): Promise<string> {
  const { report, address, pictureAddress } = data
  return render('report', context, (t) => {
    const title = reportTitle(t, report)
    const description = t('report.description', { percent: report.percentile, language: report.language })
    const picture = { address: pictureAddress, ...REPORT_PICTURE_SIZE, description: title }
    return {
      title,
      description,
      body: <ReportPage {...data} />,
      preview: { siteName: t('site.name'), title, description, address, picture },
      earlyScript: printScript,
    }
  })
}

/** The words for the picture of a report. */
export async function describeReportPicture(locale: Locale, report: PublicReport): Promise<ReportPictureTexts> {
  return reportPictureTexts(await allTexts(locale), report)
}

export function renderHow(context: PageContext, data: HowPageData): Promise<string> {
  return render('how', context, (t) => ({
    title: t('how.title'),
    description: t('how.lead'),
    body: <HowPage {...data} />,
  }))
}

export function renderTerms(context: PageContext): Promise<string> {
  return render('legal', context, (t) => ({ title: t('terms.title'), body: <LegalPage page="terms" /> }))
}

export function renderPrivacy(context: PageContext, choice: PrivacyChoiceState): Promise<string> {
  const body = (
    <LegalPage page="privacy">
      <PrivacyChoice {...choice} />
    </LegalPage>
  )
  return render('legal', context, (t) => ({ title: t('privacy.title'), body }))
}

export function renderAccessibility(context: PageContext): Promise<string> {
  return render('legal', context, (t) => ({
    title: t('accessibility.title'),
    description: t('accessibility.lead'),
    body: <AccessibilityPage />,
  }))
}

export function renderTeachers(context: PageContext, data: TeachersPageData): Promise<string> {
  return render('marketplace', context, (t) => ({
    title: t('teachers.title', { language: data.language }),
    body: <TeachersPage {...data} />,
  }))
}

export function renderTeacher(context: PageContext, data: TeacherPageData): Promise<string> {
  const { nickname } = data.teacher.user_info
  return render('marketplace', context, (t) => ({
    title: t('teacher.title', { nickname, language: data.language }),
    body: <TeacherPage {...data} />,
  }))
}

export function renderVocabulary(context: PageContext, data: VocabularyPageData): Promise<string> {
  return render('marketplace', context, () => ({ title: data.set.title, body: <VocabularyPage {...data} /> }))
}

export function renderCommunity(context: PageContext, data: CommunityPageData): Promise<string> {
  return render('marketplace', context, (t) => ({ title: t('community.title'), body: <CommunityPage {...data} /> }))
}

/** The pages for staff are in English (docs/decisions/024) and offer no other language. */
async function renderForStaff(context: PageContext, page: (t: Texts) => Page): Promise<string> {
  const texts = await allTexts('en')
  const { title, body } = page(texts)
  return documentHtml({
    ...context,
    locale: 'en',
    title,
    description: '',
    styles: STYLES.insights,
    head: '',
    body: renderToStaticMarkup(<TextsProvider texts={texts}>{body}</TextsProvider>),
  })
}

export function renderInsights(context: PageContext, data: InsightsData): Promise<string> {
  return renderForStaff(context, (t) => ({ title: t('insights.title'), body: <InsightsPage data={data} /> }))
}

export function renderItemInsights(context: PageContext, data: ItemInsights): Promise<string> {
  const { language, item } = data
  const body = <ItemPage data={data} />
  return renderForStaff(context, (t) => ({
    title: t('insights.item.title', { id: item.item_id, language, level: item.level }),
    body,
  }))
}

export function renderError(context: PageContext, status: 404 | 410 | 500): Promise<string> {
  return render('error', context, (t) => ({ title: t(`error.${status}.title`), body: <ErrorPage status={status} /> }))
}
