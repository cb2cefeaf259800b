import type { Assessment } from '#contract/assessments.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { type FlowEvent, firstScreen, nextScreen, type Screen, screenFromHistory } from '#quiz/flow.ts'
import { flowTime } from '#quiz/flow-id.ts'
import { DEFAULT_LANGUAGE, type Language } from '#quiz/languages.ts'
import type { StoredOptions } from '../browser/storage.ts'

/** What opening a result again takes. */
export type Finished = Pick<Assessment, 'id' | 'language' | 'result'>

/** The text that says why a test did not start: no connection, a refusal (retrying will not help), or too many tests. */
export type StartFailure = 'guide.failed' | 'guide.refused' | 'guide.tooMany'

/** The state of the quiz page. */
export type QuizState = {
  screen: Screen
  language: Language
  /** The open assessment of each language, as in the server's last reply. */
  open: Partial<Record<Language, Assessment>>
  /** The language of the test in progress in this tab, or started after the stored result. */
  underway: Language | null
  /** Questions answered in the current assessment, including answers that are not acknowledged yet. */
  answered: number
  result: StoredOptions | null
  /** The language of the result; null if it is only stored or a score page's. */
  resultLanguage: Language | null
  /** The assessment behind the result; null likewise. */
  resultId: string | null
  /** Answers currently fail to send. */
  isWaiting: boolean
  /** The assessment whose answers wait for its account to sign in again. */
  signedOut: string | null
  isStarting: boolean
  /** What went wrong when a test was to start. */
  startFailure: StartFailure | null
  /** The open test was deleted, or belongs to somebody who was signed in before. */
  isGone: boolean
}

export type QuizAction =
  | { type: 'moved'; event: FlowEvent }
  | { type: 'historyMoved'; screen: Screen }
  | { type: 'languageChosen'; language: Language }
  | { type: 'resultOpened'; assessment: Finished }
  | { type: 'starting' }
  | { type: 'startFailed'; failure: StartFailure }
  | { type: 'started'; assessment: Assessment; answered: number }
  | { type: 'resumed'; assessment: Assessment; answered: number }
  | { type: 'answered'; position: number }
  | { type: 'received'; assessment: Assessment; answered: number }
  | { type: 'waiting'; isWaiting: boolean }
  | { type: 'signedOut'; id: string | null }
  | { type: 'gone'; id: string }

/** What only the browser knows when the page opens. `answered` adds the answers that this tab has not sent yet. */
export type BrowserArrival = {
  isScorePage: boolean
  stored: StoredOptions | null
  /** The assessment that the stored result is of. */
  resultId: string | null
  flowId: string | null
  answered: (assessment: Assessment) => number
}

type KnownToScreen = Omit<BrowserArrival, 'answered' | 'resultId'>

/** The tab's own attempt, if it is still open. */
function resumedAttempt({ open }: QuizPageState, { flowId }: KnownToScreen): Assessment | undefined {
  return open.find(({ flow_id }) => flow_id === flowId)
}

/** The first screen of this browser. */
function openingScreen(page: QuizPageState, arrival: KnownToScreen): Screen {
  return firstScreen({
    isScorePage: arrival.isScorePage,
    hasStoredResult: arrival.stored !== null,
    isMobileApp: page.isMobileApp,
    queryLanguage: page.queryLanguage,
    openAttempt: resumedAttempt(page, arrival)?.language ?? null,
  })
}

/** What the server shows in the state `empty`: the screen of a browser with nothing stored. */
export function screenWhileEmpty(page: QuizPageState): Screen {
  return openingScreen(page, { isScorePage: false, stored: null, flowId: null })
}

/** Whether this browser's first screen differs from the one that the server rendered. */
export function opensElsewhere(page: QuizPageState, arrival: KnownToScreen): boolean {
  return openingScreen(page, arrival) !== screenWhileEmpty(page)
}

/** The finished assessment behind the stored result. */
function storedAssessment({ finished }: QuizPageState, { isScorePage, stored, resultId, flowId }: BrowserArrival) {
  if (!stored || isScorePage) return undefined
  const own = finished.filter(({ result }) => result?.level === stored.level && result.than === stored.than)
  return own.find(({ id }) => id === resultId) ?? own.find(({ flow_id }) => flow_id === flowId) ?? own[0]
}

/** The language of the stored result. It is not stored along (Specification §3), so it comes from the finished assessments. */
function resultLanguage(page: QuizPageState, arrival: BrowserArrival) {
  if (!arrival.stored || arrival.isScorePage) return undefined
  return (storedAssessment(page, arrival) ?? page.finished[0])?.language
}

/** The tab's own open attempt, or with a stored result, the newest one started after it. */
function attemptUnderway(page: QuizPageState, arrival: BrowserArrival): Assessment | undefined {
  const resumed = resumedAttempt(page, arrival)
  if (resumed || !arrival.stored || arrival.isScorePage) return resumed
  const since = flowTime(storedAssessment(page, arrival)?.flow_id ?? '')
  const begunAfter = page.open.filter(({ flow_id }) => flowTime(flow_id) > since)
  return begunAfter.toSorted((one, other) => flowTime(other.flow_id) - flowTime(one.flow_id))[0]
}

/** The state before the browser is known. */
function emptyState(page: QuizPageState): QuizState {
  return {
    screen: 'empty',
    language: page.queryLanguage ?? DEFAULT_LANGUAGE,
    open: Object.fromEntries(page.open.map((assessment) => [assessment.language, assessment])),
    underway: null,
    answered: 0,
    result: null,
    resultLanguage: null,
    resultId: null,
    isWaiting: false,
    signedOut: null,
    isStarting: false,
    startFailure: null,
    isGone: false,
  }
}

/** The state for the first render: `empty` on the server, which knows no arrival. */
export function initialState(page: QuizPageState, arrival: BrowserArrival | null): QuizState {
  const empty = emptyState(page)
  if (!arrival) return empty
  const screen = openingScreen(page, arrival)
  const underway = attemptUnderway(page, arrival)
  const shown = storedAssessment(page, arrival)
  const known = { test: underway?.language, result: resultLanguage(page, arrival) }
  return {
    ...empty,
    screen,
    language: known[screen as keyof typeof known] ?? empty.language,
    underway: underway?.language ?? null,
    answered: underway ? arrival.answered(underway) : 0,
    result: arrival.stored,
    resultLanguage: shown?.language ?? null,
    resultId: shown?.id ?? null,
  }
}

/** The test in progress in this tab, or the one the result screen offers to continue. */
export function attemptToContinue({ open, underway }: QuizState): Assessment | undefined {
  return underway ? open[underway] : undefined
}

/** Result and test keep their own language, whichever was chosen since. */
function moveInHistory(state: QuizState, entry: Screen): QuizState {
  const attempt = attemptToContinue(state)
  const screen = screenFromHistory(entry, { openAttempt: attempt !== undefined, result: state.result !== null })
  const own = { test: attempt?.language, result: state.resultLanguage }
  return { ...state, screen, language: own[screen as keyof typeof own] ?? state.language, startFailure: null }
}

/** A start is a retake on the result screen. */
export function startEvent(screen: Screen): FlowEvent {
  return screen === 'result' ? 'retake' : 'started'
}

function receive(state: QuizState, assessment: Assessment, answered: number): QuizState {
  const isFinished = assessment.status === 'finished'
  const open = { ...state.open, [assessment.language]: isFinished ? undefined : assessment } as QuizState['open']
  // The last answers of the offered test were still in flight: its result replaces the older one.
  const isOffered = isFinished && state.screen === 'result' && assessment.language === state.underway
  if (assessment.language !== state.language && !isOffered) return { ...state, open }
  const result = assessment.result ?? state.result
  const isOver = isFinished && state.screen === 'test' && answered >= assessment.total
  // Never lower the count: the reply to one answer may arrive after the next was given.
  return {
    ...state,
    language: assessment.language,
    open,
    result,
    resultLanguage: assessment.result ? assessment.language : state.resultLanguage,
    resultId: assessment.result ? assessment.id : state.resultId,
    answered: isFinished ? assessment.total : Math.max(answered, state.answered),
    screen: isOver ? nextScreen(state.screen, 'lastAnswered') : state.screen,
  }
}

/** Drops the assessment. A visitor in the middle of it gets the guide, with an explanation. */
function remove(state: QuizState, id: string): QuizState {
  const isShown = state.open[state.language]?.id === id && (state.screen === 'test' || state.screen === 'testEnd')
  const open = Object.fromEntries(Object.entries(state.open).filter(([, assessment]) => assessment?.id !== id))
  if (!isShown) return { ...state, open }
  const screen = screenFromHistory('test', { openAttempt: false, result: false })
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
      const { id, language, result } = action.assessment
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
        open: { ...state.open, [action.assessment.language]: action.assessment },
        underway: action.assessment.language,
        answered: action.answered,
        screen: nextScreen(state.screen, startEvent(state.screen)),
      }
    case 'resumed': {
      const { language } = action.assessment
      const screen = nextScreen(state.screen, 'resumed')
      return { ...state, language, underway: language, answered: action.answered, screen, startFailure: null }
    }
    case 'answered': {
      const answered = Math.max(state.answered, action.position)
      // If more rounds may follow, only the server's reply tells whether this was the last answer.
      const most = state.open[state.language]?.max_total ?? answered
      const screen = answered >= most ? nextScreen(state.screen, 'lastAnswered') : state.screen
      return { ...state, answered, screen }
    }
    case 'received':
      return receive(state, action.assessment, action.answered)
    case 'waiting':
      return { ...state, isWaiting: action.isWaiting }
    case 'signedOut':
      return action.id === state.signedOut ? state : { ...state, signedOut: action.id }
    case 'gone':
      return remove(state, action.id)
  }
}
