import { type ReactNode, Suspense, useEffect } from 'react'
import type { QuizPageState } from '#contract/page-data.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { track } from '../browser/analytics.ts'
import { fireFreeTrialEvent } from '../browser/api-client.ts'
import { findEnvironment } from '../browser/environment.ts'
import { flowIdFor } from '../browser/storage.ts'
import { lazyComponent, loadWithRetry } from '../lazy-component.tsx'
import { useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { GuideScreen } from './guide-screen.tsx'
import { attemptToContinue, type BrowserArrival, type QuizState, screenWhileEmpty } from './quiz-state.ts'
import { SelectScreen } from './select-screen.tsx'
import { TestEndScreen } from './test-end-screen.tsx'
import { TestScreen } from './test-screen.tsx'
import { type QuizActions, useQuiz } from './use-quiz.ts'

const [ResultScreen, loadResultScreen] = lazyComponent(() =>
  import('../result/result-screen.tsx').then((module) => module.ResultScreen),
)

const [SignedOutNotice] = lazyComponent(() =>
  import('../sign-in/signed-out-notice.tsx').then((module) => module.SignedOutNotice),
)

/** The quiz page, showing one of the six screens (Specification §2). */
export function QuizApp({ page, arrival }: { page: QuizPageState; arrival: BrowserArrival | null }) {
  const [state, actions] = useQuiz(page, arrival)
  useTitle(state)
  useLogin(page)
  useLateLogin(state, page)
  useReportView(state, page)
  useResultParts(state, page)
  useSharedPage(state, page)
  return <CurrentScreen state={state} actions={actions} page={page} />
}

type CurrentScreenProps = { state: QuizState; actions: QuizActions; page: QuizPageState }

function CurrentScreen({ state, actions, page }: CurrentScreenProps) {
  const { language, answered, result, resultLanguage, resultId, isStarting, startFailure } = state
  const attempt = state.open[language]
  const offered = attemptToContinue(state)
  const notice = useNotice(state, page)
  switch (state.screen === 'empty' ? screenWhileEmpty(page) : state.screen) {
    case 'select':
      return <SelectScreen learningLanguage={page.learningLanguage} onChoose={actions.chooseLanguage} />
    case 'guide':
      return (
        <GuideScreen
          language={language}
          open={attempt}
          isStarting={isStarting}
          notice={notice}
          onStart={actions.start}
          onContinue={actions.continueTest}
          onChangeLanguage={actions.changeLanguage}
        />
      )
    case 'test':
      return attempt ? (
        <TestScreen
          key={attempt.id}
          attempt={attempt}
          answered={answered}
          notice={notice}
          pictures={page.pictures}
          onAnswer={actions.answer}
        />
      ) : null
    case 'testEnd':
      return <TestEndScreen hasResult={!attempt && result !== null} notice={notice} onDone={actions.finishCounting} />
    case 'result':
      return result ? (
        <Suspense fallback={<main aria-busy="true" />}>
          <ResultScreen
            language={language}
            level={result.level}
            percentile={result.than}
            percentileOf={result.than_of}
            page={page}
            ownAssessmentId={resultLanguage === language ? resultId : null}
            isStarting={isStarting}
            startFailure={startFailure}
            offered={offered && { ...offered, answered }}
            onContinue={actions.continueTest}
            onRetake={() => actions.start({ anew: true })}
            onTestOther={actions.testOther}
          />
        </Suspense>
      ) : null
  }
}

/** What hinders the test at the moment, in words; null for nothing. */
function useNotice(state: QuizState, { signIn }: QuizPageState): ReactNode {
  const t = useTexts()
  const { screen, language, open, isWaiting, signedOut, startFailure, isGone } = state
  const attempt = open[language]
  if (screen === 'guide' && startFailure) return t(startFailure)
  if (screen === 'guide' && isGone) return t('guide.gone')
  if (screen !== 'guide' && isWaiting) return t('test.offline')
  if (signedOut === null || (attempt && attempt.id !== signedOut)) return null
  return (
    <Suspense fallback={null}>
      <SignedOutNotice marketplaceUrl={signIn.marketplaceUrl} />
    </Suspense>
  )
}

function useTitle({ screen, language, answered, open }: QuizState): void {
  const t = useTexts()
  const total = open[language]?.total ?? QUESTIONS
  const named = {
    empty: '',
    select: t('select.title'),
    guide: t('guide.title', { language }),
    test: t('test.title', { position: Math.min(answered + 1, total), total }),
    testEnd: t('testEnd.title'),
    result: t('result.title'),
  }[screen]
  useEffect(() => {
    document.title = [named, t('site.name')].filter(Boolean).join(' · ')
  }, [named, t])
}

/** Tells the marketplace of the sign-in, once. */
function useLogin({ login }: QuizPageState): void {
  useEffect(() => {
    if (login.user_id !== undefined) fireFreeTrialEvent(login.user_id)
  }, [login.user_id])
}

/** At the result, asks again who is signed in if that was unknown when the page opened. */
function useLateLogin({ screen }: QuizState, { isLoginUnknown }: QuizPageState): void {
  const isAwaited = isLoginUnknown && screen === 'result'
  useEffect(() => {
    if (isAwaited)
      void loadWithRetry(() => import('../browser/arrival.ts')).then((arrival) => arrival.reloadOnceIdentified())
  }, [isAwaited])
}

/** Loads the code and texts of the result during the test, so that it appears at once even if the connection drops. */
function useResultParts({ screen }: QuizState, { login }: QuizPageState): void {
  const t = useTexts()
  const isNear = screen === 'test' || screen === 'result'
  useEffect(() => {
    if (!isNear) return
    void loadResultScreen()
    void loadTextsPart(t, 'account')
    if (login.user_id !== undefined) void loadTextsPart(t, 'review')
  }, [isNear, login.user_id, t])
}

/** In the messaging app: what a share of this page shows there. Never the result, which is the visitor's own. */
function useSharedPage({ screen, language }: QuizState, { isMobileApp }: QuizPageState): void {
  const t = useTexts()
  const tested = screen === 'select' ? null : language
  useEffect(() => {
    if (findEnvironment(isMobileApp) !== 'wx') return
    void import('../browser/messaging-app.ts').then((app) => app.showWhenShared(t, tested)).catch(() => undefined)
  }, [tested, isMobileApp, t])
}

function useReportView({ screen, language, result }: QuizState, { login }: QuizPageState): void {
  const level = screen === 'result' && login.user_id !== undefined ? result?.level : undefined
  useEffect(() => {
    if (level) track('view_report', { flow_id: flowIdFor(language), language, level })
  }, [level, language])
}
