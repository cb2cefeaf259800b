import type { Attempt } from '#contract/attempts.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { type FlowEvent, nextScreen, type Screen, screenFromHistory } from '#quiz/flow.ts'
import { flowTime } from '#quiz/flow-id.ts'
import type { Language } from '#quiz/languages.ts'
import type { StoredOptions } from '../browser/storage.ts'

/** The data needed to reopen a result. */
export type Finished = Pick<Attempt, 'id' | 'language' | 'result'>

/**
 * The text that explains why a test didn't start: no connection, a refused request (retrying won't help), or too many
 * tests.
 */
export type StartFailure = 'guide.failed' | 'guide.refused' | 'guide.tooMany' | 'guide.cookies'

/** The state of the quiz page. */
export type QuizState = {
  screen: Screen
  language: Language
  /** The open attempt in each language, as of the server's last reply. */
  open: Partial<Record<Language, Attempt>>
  /** The language of the test in progress in this tab, or started after the stored result. */
  underway: Language | null
  /** Questions answered in the current attempt, including unacknowledged answers. */
  answered: number
  result: StoredOptions | null
  /** The language of the result; null if the result is only stored or a score page's. */
  resultLanguage: Language | null
  /** The attempt behind the result; null in the same cases. */
  resultId: string | null
  /** Answers currently fail to send. */
  isWaiting: boolean
  /** The attempt with answers that wait for its account to sign in again. */
  signedOut: string | null
  isStarting: boolean
  /** Why the test didn't start. */
  startFailure: StartFailure | null
  /** The open test was deleted or belongs to the previously signed-in user. */
  isGone: boolean
}

export type QuizAction =
  | { type: 'moved'; event: FlowEvent }
  | { type: 'historyMoved'; screen: Screen }
  | { type: 'languageChosen'; language: Language }
  | { type: 'resultOpened'; attempt: Finished }
  | { type: 'starting' }
  | { type: 'startFailed'; failure: StartFailure }
  | { type: 'started'; attempt: Attempt }
  | { type: 'resumed'; attempt: Attempt; answered: number }
  | { type: 'answered'; position: number }
  | { type: 'received'; attempt: Attempt; answered: number }
  | { type: 'waiting'; isWaiting: boolean }
  | { type: 'signedOut'; id: string | null }
  | { type: 'gone'; id: string; isCookieMissing: boolean }

/** The test in progress in this tab, or the one that the result screen offers to continue. */
export function attemptToContinue({ open, underway }: QuizState): Attempt | undefined {
  return underway ? open[underway] : undefined
}

/** All unfinished tests as of the server's last reply, newest first, as on the rendered page. */
export function openAttempts({ open }: QuizState): Attempt[] {
  return Object.values(open)
    .filter((attempt) => attempt !== undefined)
    .sort((one, other) => flowTime(other.flow_id) - flowTime(one.flow_id))
}

/** Result and test keep their own language, even if the visitor has since chosen another. */
function moveInHistory(state: QuizState, entry: Screen): QuizState {
  const attempt = attemptToContinue(state)
  const screen = screenFromHistory(entry, { openAttempt: attempt !== undefined, result: state.result !== null })
  const own = { test: attempt?.language, result: state.resultLanguage }
  return { ...state, screen, language: own[screen as keyof typeof own] ?? state.language, startFailure: null }
}

/** On the result screen, a start is a retake. */
export function startEvent(screen: Screen): FlowEvent {
  return screen === 'result' ? 'retake' : 'started'
}

function receive(state: QuizState, attempt: Attempt, answered: number): QuizState {
  const isFinished = attempt.status === 'finished'
  const open = { ...state.open, [attempt.language]: isFinished ? undefined : attempt } as QuizState['open']
  // The last answers of the offered test were still in flight, so its result replaces the older one.
  const isOffered = isFinished && state.screen === 'result' && attempt.language === state.underway
  if (attempt.language !== state.language && !isOffered) return { ...state, open }
  const result = attempt.result ?? state.result
  const isOver = isFinished && state.screen === 'test' && answered >= attempt.total
  // Never lower the count: a reply may arrive after the next answer was given.
  return {
    ...state,
    language: attempt.language,
    open,
    result,
    resultLanguage: attempt.result ? attempt.language : state.resultLanguage,
    resultId: attempt.result ? attempt.id : state.resultId,
    answered: isFinished ? attempt.total : Math.max(answered, state.answered),
    screen: isOver ? nextScreen(state.screen, 'lastAnswered') : state.screen,
  }
}

/** Drops the attempt. A visitor in the middle of it returns to the guide, with an explanation. */
function remove(state: QuizState, id: string, isCookieMissing: boolean): QuizState {
  const isShown = state.open[state.language]?.id === id && (state.screen === 'test' || state.screen === 'testEnd')
  const open = Object.fromEntries(Object.entries(state.open).filter(([, attempt]) => attempt?.id !== id))
  if (!isShown) return { ...state, open }
  const screen = screenFromHistory('test', { openAttempt: false, result: false })
  if (isCookieMissing) return { ...state, open, screen, answered: 0, startFailure: 'guide.cookies' }
  return { ...state, open, screen, answered: 0, isGone: true }
}

export function quizReducer(state: QuizState, action: QuizAction): QuizState {
  switch (action.type) {
    case 'moved':
      return { ...state, screen: nextScreen(state.screen, action.event), startFailure: null }
    case 'historyMoved':
      return moveInHistory(state, action.screen)
    case 'languageChosen':
      return { ...state, language: action.language, screen: nextScreen(state.screen, 'languageChosen') }
    case 'resultOpened': {
      const { id, language, result } = action.attempt
      const screen = nextScreen(state.screen, 'resultOpened')
      return { ...state, screen, language, result, resultLanguage: language, resultId: id }
    }
    case 'starting':
      return { ...state, isStarting: true, startFailure: null, isGone: false }
    case 'startFailed':
      return { ...state, isStarting: false, startFailure: action.failure }
    case 'started':
      return {
        ...state,
        isStarting: false,
        open: { ...state.open, [action.attempt.language]: action.attempt },
        underway: action.attempt.language,
        answered: action.attempt.answered,
        screen: nextScreen(state.screen, startEvent(state.screen)),
      }
    case 'resumed': {
      const { language } = action.attempt
      const screen = nextScreen(state.screen, 'resumed')
      return { ...state, language, underway: language, answered: action.answered, screen, startFailure: null }
    }
    case 'answered': {
      const answered = Math.max(state.answered, action.position)
      const isLast = !state.open[state.language] || answered >= QUESTIONS
      const screen = isLast ? nextScreen(state.screen, 'lastAnswered') : state.screen
      return { ...state, answered, screen }
    }
    case 'received':
      return receive(state, action.attempt, action.answered)
    case 'waiting':
      return { ...state, isWaiting: action.isWaiting }
    case 'signedOut':
      return action.id === state.signedOut ? state : { ...state, signedOut: action.id }
    case 'gone':
      return remove(state, action.id, action.isCookieMissing)
  }
}
