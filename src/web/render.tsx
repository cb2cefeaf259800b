import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { QuizPageState } from '#contract/quiz-page.ts'
import { loadCatalog } from './catalogs.ts'
import { type DocumentParts, documentHtml } from './document.ts'
import { ErrorPage } from './error-page.tsx'
import earlyScript from './flow/early.js?raw'
import { QuizApp } from './flow/quiz-app.tsx'
import { SERVER_ARRIVAL } from './flow/quiz-state.ts'
import { LandingPage } from './landing/landing-page.tsx'
import { type PageName, stylesOf } from './page-styles.ts'
import { makeTexts, type Texts, TextsProvider } from './texts.tsx'

export type PageContext = Pick<DocumentParts, 'locale' | 'nonces' | 'assets'>

const textsByLocale = new Map<string, Texts>()

async function textsOf(locale: string): Promise<Texts> {
  const known = textsByLocale.get(locale)
  if (known) return known
  const texts = makeTexts(locale, await loadCatalog(locale))
  textsByLocale.set(locale, texts)
  return texts
}

type Page = { title: string; body: ReactNode } & Partial<Pick<DocumentParts, 'state' | 'earlyScript' | 'noscript'>>

async function render(name: PageName, context: PageContext, page: (t: Texts) => Page): Promise<string> {
  const texts = await textsOf(context.locale)
  const { title, body, ...rest } = page(texts)
  const app = <TextsProvider texts={texts}>{body}</TextsProvider>
  return documentHtml({
    ...context,
    ...rest,
    title,
    description: texts('site.description'),
    styles: stylesOf(name),
    body: name === 'quiz' ? renderToString(app) : renderToStaticMarkup(app),
  })
}

export function renderLanding(context: PageContext): Promise<string> {
  return render('landing', context, (t) => ({ title: t('landing.title'), body: <LandingPage /> }))
}

export function renderQuiz(context: PageContext, state: QuizPageState): Promise<string> {
  return render('quiz', context, (t) => ({
    title: t('site.name'),
    body: <QuizApp page={state} arrival={SERVER_ARRIVAL} />,
    state,
    earlyScript,
    noscript: t('noscript'),
  }))
}

export function renderError(context: PageContext, status: 404 | 500): Promise<string> {
  return render('error', context, (t) => ({ title: t(`error.${status}.title`), body: <ErrorPage status={status} /> }))
}
