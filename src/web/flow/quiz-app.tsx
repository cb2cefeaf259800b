import { type ReactNode, Suspense, useEffect } from 'react'
import type { Attempt } from '#contract/attempts.ts'
import type { OwnAttempts, QuizPageState, QuizVisitor, SignIn } from '#contract/page-data.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { type Texts, useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { Recovery } from '../ui/recovery.tsx'
import { GuideScreen } from './guide-screen.tsx'
import { type BrowserArrival, screenWhileEmpty } from './opening-state.ts'
import { useFreeTrial, useLateLogin, useResultView, useSharedPage, useTitle } from './page-effects.ts'
import { attemptToContinue, type Finished, openAttempts, type QuizState } from './quiz-state.ts'
import { useTopOf } from './screen-changes.ts'
import { SelectScreen } from './select-screen.tsx'
import { type QuizActions, useQuiz } from './use-quiz.ts'

const [TestEndScreen, loadTestEndScreen] = lazyComponent(() =>
  import('./test-end-screen.tsx').then((module) => module.TestEndScreen),
)

/** Loads the test's end too, so the last answer leads to it even without a connection. */
const [TestScreen, loadTestScreen] = lazyComponent(async () => {
  const [{ TestScreen }] = await Promise.all([import('./test-screen.tsx'), loadTestEndScreen()])
  return TestScreen
})

const [ResultScreen, loadResultScreen] = lazyComponent(() =>
  import('../result/result-screen.tsx').then((module) => module.ResultScreen),
)

function loadResultParts(texts: Texts, { login }: QuizVisitor): Promise<unknown> {
  const isSignedIn = login.user_id !== undefined
  return Promise.all([
    loadResultScreen(),
    loadTextsPart(texts, 'account'),
    isSignedIn ? loadTextsPart(texts, 'review') : undefined,
  ])
}

/** Loads the code of a first screen that the server didn't render: a stored result, or a test to resume. */
export function loadFirstScreen(texts: Texts, visitor: QuizVisitor, { stored }: BrowserArrival): Promise<unknown> {
  return stored ? loadResultParts(texts, visitor) : loadTestScreen()
}

const [SignedOutNotice] = lazyComponent(() =>
  import('../sign-in/signed-out-notice.tsx').then((module) => module.SignedOutNotice),
)

type QuizAppProps = {
  page: QuizPageState
  arrival: BrowserArrival | null
  /** Notifies the embedding page. */
  onFinished?: (attempt: Attempt) => void
}

/** The quiz page, showing one of the six screens (Specification §2). */
export function QuizApp({ page, arrival, onFinished }: QuizAppProps) {
  const [state, actions] = useQuiz(page, arrival, onFinished)
  const { visitor, host } = page
  useTitle(state)
  useTopOf(state.screen)
  useFreeTrial(visitor)
  useLateLogin(state, visitor)
  useResultView(state, visitor)
  useTestScreen()
  useResultParts(state, visitor)
  useSharedPage(state, host)
  return (
    <Recovery>
      <CurrentScreen state={state} actions={actions} page={page} />
    </Recovery>
  )
}

/** The newest result: that of a test on this page, else the newest when the page opened. */
function newestResult(
  { result, resultLanguage, resultId }: QuizState,
  { finished }: OwnAttempts,
): Finished | undefined {
  const isNewer = result && resultLanguage && resultId && finished.every(({ id }) => id !== resultId)
  return isNewer ? { id: resultId, language: resultLanguage, result } : finished[0]
}

type CurrentScreenProps = { state: QuizState; actions: QuizActions; page: QuizPageState }

function CurrentScreen({ state, actions, page }: CurrentScreenProps) {
  const t = useTexts()
  const { language, answered, result, resultLanguage, resultId, isStarting, startFailure } = state
  const attempt = state.open[language]
  const offered = attemptToContinue(state)
  const notice = useNotice(state, page.signIn)
  const { learningLanguage, login } = page.visitor
  switch (state.screen === 'empty' ? screenWhileEmpty(page) : state.screen) {
    case 'select':
      return (
        <SelectScreen
          learningLanguage={learningLanguage}
          last={newestResult(state, page.attempts)}
          open={openAttempts(state)}
          isSignedIn={login.user_id !== undefined}
          onChoose={actions.chooseLanguage}
          onOpenResult={actions.openResult}
          onContinue={actions.continueTest}
        />
      )
    case 'guide':
      return (
        <GuideScreen
          language={language}
          sample={page.samples[language]}
          open={attempt && state.underway === language ? { ...attempt, answered } : attempt}
          other={openAttempts(state).find((attempt) => attempt.language !== language)}
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
            page={page}
            ownAttemptId={resultLanguage === language ? resultId : null}
            isStarting={isStarting}
            startFailure={startFailure && t(startFailure)}
            offered={offered && { ...offered, answered }}
            onContinue={actions.continueTest}
            onRetake={() => actions.start({ fromStart: true })}
            onTestOther={actions.testOther}
          />
        </Suspense>
      ) : null
  }
}

/** The reason why the test is held up, as text, or null. */
function useNotice(state: QuizState, { linkedSignInUrl }: SignIn): ReactNode {
  const t = useTexts()
  const { screen, language, open, isWaiting, signedOut, startFailure, isGone } = state
  const attempt = open[language]
  if (screen === 'guide' && startFailure) return t(startFailure)
  if (screen === 'guide' && isGone) return t('guide.gone')
  if (screen !== 'guide' && isWaiting) return t('test.offline')
  if (signedOut === null || (attempt && attempt.id !== signedOut)) return null
  return (
    <Suspense fallback={null}>
      <SignedOutNotice linkedSignInUrl={linkedSignInUrl} />
    </Suspense>
  )
}

/** Loads the code of the test and its end while the visitor reads the guide. */
function useTestScreen(): void {
  useEffect(() => {
    void loadTestScreen()
  }, [])
}

/** Loads the result's code and texts during the test, so it appears immediately even if the connection drops. */
function useResultParts({ screen }: QuizState, visitor: QuizVisitor): void {
  const t = useTexts()
  const isNear = screen === 'test' || screen === 'result'
  useEffect(() => {
    if (isNear) void loadResultParts(t, visitor)
  }, [isNear, visitor, t])
}
