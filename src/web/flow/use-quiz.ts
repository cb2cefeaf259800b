import { useEffect, useReducer, useRef } from 'react'
import type { Attempt } from '#contract/attempts.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { ANSWER_DELAY_MS } from '#quiz/constants.ts'
import { type FlowEvent, nextScreen, type Screen } from '#quiz/flow.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { type AnswerQueue, answeredHere, createAnswerQueue } from '../browser/answer-queue.ts'
import { createAttempt, getAttempt } from '../browser/api-client.ts'
import { findEnvironment } from '../browser/environment.ts'
import type * as Relaunch from '../browser/mini-program.ts'
import { flowIdFor, keepFlowId, renewFlowId, setFlowUser, writeStoredOptions } from '../browser/storage.ts'
import { type BrowserArrival, initialState, type OpeningPage } from './opening-state.ts'
import {
  attemptToContinue,
  type Finished,
  type QuizState,
  quizReducer,
  type StartFailure,
  startEvent,
} from './quiz-state.ts'
import { crossFade, morph, onScreenEntered, pushScreen, replaceScreen } from './screen-changes.ts'

export type QuizActions = {
  chooseLanguage: (language: Language) => void
  openResult: (attempt: Finished) => void
  start: (options: { fromStart: boolean }) => void
  continueTest: (attempt: Attempt) => void
  answer: (choice: string[], elapsedMs: number) => void
  finishCounting: () => void
  testOther: () => void
  changeLanguage: () => void
  leaveTest: () => void
}

/**
 * The state of the quiz page and the visitor's actions.
 * @param onFinished called with each reply that has a result, so possibly more than once per attempt
 */
export function useQuiz(
  page: OpeningPage & Pick<QuizPageState, 'visitor'>,
  arrival: BrowserArrival | null,
  onFinished?: (attempt: Attempt) => void,
): [QuizState, QuizActions] {
  const [state, dispatch] = useReducer(quizReducer, arrival, (from) => initialState(page, from))
  const queue = useRef<AnswerQueue>(null)
  const movedOn = useRef(Promise.resolve())
  const isLeaving = useRef(false)
  const latest = useRef(state)
  latest.current = state
  const isSignedIn = page.visitor.login.user_id !== undefined

  useEffect(() => {
    const receive = (attempt: Attempt) => {
      if (attempt.result) {
        writeStoredOptions(attempt.result, attempt.id)
        onFinished?.(attempt)
      }
      // A reply that arrives before the delay is over waits for it.
      void movedOn.current.then(() => {
        dispatch({ type: 'received', attempt, answered: answeredHere(attempt) })
      })
    }
    queue.current = createAnswerQueue({
      onAttempt: receive,
      onWaiting: (isWaiting) => dispatch({ type: 'waiting', isWaiting }),
      onSignedOut: (id) => dispatch({ type: 'signedOut', id }),
      onGone: (id, isWithoutCookie) => {
        // Only a browser that keeps cookies can have signed in, so another tab deleted this account.
        dispatch({ type: 'gone', id, isCookieMissing: isWithoutCookie && !isSignedIn })
      },
    })
    const resumed = attemptToContinue(latest.current)
    const isBehind = resumed && resumed.answered < latest.current.answered
    queue.current.flush(isBehind ? resumed : undefined)
    const stopHistory = onScreenEntered((screen) => dispatch({ type: 'historyMoved', screen }))
    const refresh = () => {
      const { screen, language, open } = latest.current
      const attempt = open[language]
      if (document.visibilityState !== 'visible') return
      // The visitor may have signed in again in another tab.
      queue.current?.flush()
      if (screen !== 'test' || !attempt) return
      void getAttempt(attempt.id).then((outcome) => {
        if (outcome.ok) receive(outcome.data)
      })
    }
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('pageshow', refresh)
    return () => {
      stopHistory()
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('pageshow', refresh)
    }
  }, [onFinished, isSignedIn])

  useEffect(() => {
    replaceScreen(latest.current.screen)
  }, [])

  /** Adds a history entry for the screen that follows `event`. */
  const pushNext = (event: FlowEvent, language = latest.current.language) =>
    pushScreen(nextScreen(latest.current.screen, event), language)

  const actions: QuizActions = {
    chooseLanguage(language) {
      track('select_language', { flow_id: flowIdFor(language), language })
      pushNext('languageChosen', language)
      void crossFade(() => dispatch({ type: 'languageChosen', language }))
    },
    openResult(attempt) {
      if (!attempt.result) return
      writeStoredOptions(attempt.result, attempt.id)
      pushNext('resultOpened', attempt.language)
      dispatch({ type: 'resultOpened', attempt })
    },
    async start({ fromStart }) {
      const { language, isStarting } = state
      if (isStarting) return
      if (!navigator.cookieEnabled) return dispatch({ type: 'startFailed', failure: 'guide.cookies' })
      dispatch({ type: 'starting' })
      const flowId = fromStart ? renewFlowId(language) : flowIdFor(language)
      let outcome = await createAttempt(language, flowId)
      if (!outcome.ok && outcome.status === 400) {
        // The session ended after the page opened; a test can also be started signed out.
        setFlowUser(undefined)
        outcome = await createAttempt(language, renewFlowId(language))
      }
      if (!outcome.ok) return dispatch({ type: 'startFailed', failure: startFailure(outcome) })
      keepFlowId(outcome.data.flow_id)
      pushNext(startEvent(latest.current.screen))
      dispatch({ type: 'started', attempt: outcome.data })
    },
    continueTest(attempt) {
      keepFlowId(attempt.flow_id)
      pushNext('resumed', attempt.language)
      dispatch({ type: 'resumed', attempt, answered: answeredHere(attempt) })
    },
    answer(choice, elapsedMs) {
      const attempt = state.open[state.language]
      if (!attempt) return
      const position = state.answered + 1
      queue.current?.add({ attemptId: attempt.id, position, choice, elapsedMs })
      movedOn.current = new Promise((resolve) => {
        setTimeout(() => {
          dispatch({ type: 'answered', position })
          resolve()
        }, ANSWER_DELAY_MS)
      })
    },
    async finishCounting() {
      const { language, result } = state
      const { host } = page
      if (isLeaving.current) return
      if (result && findEnvironment(host.isMobileApp) === 'mWx') {
        isLeaving.current = true
        const score = { language, level: result.level }
        if (await relaunchScorePage(host.miniProgram.scorePage, score)) return
        isLeaving.current = false
      }
      void morph(() => dispatch({ type: 'moved', event: 'calculated' }))
    },
    testOther() {
      pushNext('testOther')
      dispatch({ type: 'moved', event: 'testOther' })
    },
    leaveTest() {
      pushNext('left')
      void crossFade(() => dispatch({ type: 'moved', event: 'left' }))
    },
    changeLanguage() {
      pushNext('languageChanged')
      void crossFade(() => dispatch({ type: 'moved', event: 'languageChanged' }))
    },
  }

  useScreenEntry(state.screen)
  return [state, actions]
}

function startFailure({ status, retry }: { status: number | null; retry: boolean }): StartFailure {
  if (status === 429) return 'guide.tooMany'
  return retry ? 'guide.failed' : 'guide.refused'
}

/** Loaded on demand, since only mini-programs need it. */
function relaunchScorePage(...parameters: Parameters<typeof Relaunch.relaunchScorePage>): Promise<boolean> {
  return import('../browser/mini-program.ts')
    .then((module) => module.relaunchScorePage(...parameters))
    .catch(() => false)
}

/** Test end and result replace the test in the history, so Back from the result returns to the guide. */
function useScreenEntry(screen: Screen): void {
  useEffect(() => {
    if (screen === 'testEnd' || screen === 'result') replaceScreen(screen)
  }, [screen])
}
