import { type ReactNode, Suspense, useEffect } from 'react'
import type { QuizPageState } from '#contract/page-data.ts'
import { nextTask } from '../browser/next-task.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { type Texts, useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { GuideScreen } from './guide-screen.tsx'
import { useFreeTrial, useLateLogin, useReportView, useSharedPage, useTitle } from './page-effects.ts'
import {
  attemptToContinue,
  type BrowserArrival,
  type Finished,
  type QuizState,
  screenWhileEmpty,
} from './quiz-state.ts'
import { SelectScreen } from './select-screen.tsx'
import { type QuizActions, useQuiz } from './use-quiz.ts'

const [TestEndScreen, loadTestEndScreen] = lazyComponent(() =>
  import('./test-end-screen.tsx').then((module) => module.TestEndScreen),
)

/** Comes with the test's end, so that whoever sees the last question can finish without a connection. */
const [TestScreen, loadTestScreen] = lazyComponent(async () => {
  const [{ TestScreen }] = await Promise.all([import('./test-screen.tsx'), loadTestEndScreen()])
  return TestScreen
})

const [ResultScreen, loadResultScreen] = lazyComponent(() =>
  import('../result/result-screen.tsx').then((module) => module.ResultScreen),
)

function loadResultParts(texts: Texts, { login }: QuizPageState): Promise<unknown> {
  const isSignedIn = login.user_id !== undefined
  return Promise.all([
    loadResultScreen(),
    loadTextsPart(texts, 'account'),
    isSignedIn ? loadTextsPart(texts, 'review') : undefined,
  ])
}

/** Loads what the first screen needs where the server did not render it: a stored result, or a test to go on with. */
export function loadFirstScreen(texts: Texts, page: QuizPageState, { stored }: BrowserArrival): Promise<unknown> {
  return stored ? loadResultParts(texts, page) : loadTestScreen()
}

const [SignedOutNotice] = lazyComponent(() =>
  import('../sign-in/signed-out-notice.tsx').then((module) => module.SignedOutNotice),
)

/** The quiz page, showing one of the six screens (Specification §2). */
export function QuizApp({ page, arrival }: { page: QuizPageState; arrival: BrowserArrival | null }) {
  const [state, actions] = useQuiz(page, arrival)
  useTitle(state)
  useFreeTrial(page)
  useLateLogin(state, page)
  useReportView(state, page)
  useTestScreen()
  useResultParts(state, page)
  useSharedPage(state, page)
  return <CurrentScreen state={state} actions={actions} page={page} />
}

/** The newest result: of a test on this page, else the newest when the page opened. */
function newestResult(
  { result, resultLanguage, resultId }: QuizState,
  { finished }: QuizPageState,
): Finished | undefined {
  const isNewer = result && resultLanguage && resultId && finished.every(({ id }) => id !== resultId)
  return isNewer ? { id: resultId, language: resultLanguage, result } : finished[0]
}

type CurrentScreenProps = { state: QuizState; actions: QuizActions; page: QuizPageState }

function CurrentScreen({ state, actions, page }: CurrentScreenProps) {
  const { language, answered, result, resultLanguage, resultId, isStarting, startFailure } = state
  const attempt = state.open[language]
  const offered = attemptToContinue(state)
  const notice = useNotice(state, page)
  switch (state.screen === 'empty' ? screenWhileEmpty(page) : state.screen) {
    case 'select':
      return (
        <SelectScreen
          learningLanguage={page.learningLanguage}
          last={newestResult(state, page)}
          isSignedIn={page.login.user_id !== undefined}
          onChoose={actions.chooseLanguage}
          onOpenResult={actions.openResult}
        />
      )
    case 'guide':
      return (
        <GuideScreen
          language={language}
          sample={page.samples[language]}
          open={attempt && state.underway === language ? { ...attempt, answered } : attempt}
          isStarting={isStarting}
          notice={notice}
          onStart={actions.start}
          onContinue={actions.continueTest}
          onChangeLanguage={actions.changeLanguage}
        />
      )
    case 'test':
      return attempt ? (
        <Suspense fallback={<main aria-busy="true" />}>
          <TestScreen
            key={attempt.id}
            attempt={attempt}
            answered={answered}
            notice={notice}
            pictures={page.pictures}
            onAnswer={actions.answer}
            onLeave={actions.leaveTest}
          />
        </Suspense>
      ) : null
    case 'testEnd':
      return (
        <Suspense fallback={<main aria-busy="true" />}>
          <TestEndScreen hasResult={!attempt && result !== null} notice={notice} onDone={actions.finishCounting} />
        </Suspense>
      )
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

/** What currently holds up the test, in words; null for nothing. */
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

/** Loads the code of the test and its end while people read the guide. */
function useTestScreen(): void {
  useEffect(() => {
    void nextTask().then(loadTestScreen)
  }, [])
}

/** Loads the code and texts of the result during the test, so that it appears at once even if the connection drops. */
function useResultParts({ screen }: QuizState, page: QuizPageState): void {
  const t = useTexts()
  const isNear = screen === 'test' || screen === 'result'
  useEffect(() => {
    if (isNear) void loadResultParts(t, page)
  }, [isNear, page, t])
}
