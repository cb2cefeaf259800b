import type { Assessment } from '#contract/assessments.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { type FlowEvent, firstScreen, nextScreen, type Screen, screenFromHistory } from '#quiz/flow.ts'
import { DEFAULT_LANGUAGE, type Language } from '#quiz/languages.ts'
import type { StoredOptions } from '../browser/storage.ts'

/** The state of the quiz page. */
export type QuizState = {
  screen: Screen
  language: Language
  /** The open assessment of each language, as in the server's last reply. */
  open: Partial<Record<Language, Assessment>>
  /** Questions answered in the current assessment, including answers that are not acknowledged yet. */
  answered: number
  result: StoredOptions | null
  /** The language of the result; null if it is only stored or a score page's. */
  resultLanguage: Language | null
  /** The assessment behind the result; null likewise. */
  resultId: string | null
  /** Answers currently fail to send. */
  isWaiting: boolean
  isStarting: boolean
  hasStartFailed: boolean
}

export type QuizAction =
  | { type: 'moved'; event: FlowEvent }
  | { type: 'historyMoved'; screen: Screen }
  | { type: 'languageChosen'; language: Language }
  | { type: 'starting' }
  | { type: 'startFailed' }
  | { type: 'started'; assessment: Assessment; answered: number }
  | { type: 'answered'; position: number }
  | { type: 'received'; assessment: Assessment; answered: number }
  | { type: 'waiting'; isWaiting: boolean }

/** What only the browser knows when the page opens. `answered` adds the answers that this tab has not sent yet. */
export type BrowserArrival = {
  isScorePage: boolean
  stored: StoredOptions | null
  flowId: string | null
  answered: (assessment: Assessment) => number
}

/** The arrival that the server renders for. */
export const SERVER_ARRIVAL: BrowserArrival = {
  isScorePage: false,
  stored: null,
  flowId: null,
  answered: ({ answered }) => answered,
}

type KnownToScreen = Omit<BrowserArrival, 'answered'>

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
    hasOpenAttempt: resumedAttempt(page, arrival) !== undefined,
  })
}

/** Whether this browser's first screen differs from the one that the server rendered. */
export function opensElsewhere(page: QuizPageState, arrival: KnownToScreen): boolean {
  return openingScreen(page, arrival) !== openingScreen(page, SERVER_ARRIVAL)
}

/** The finished assessment behind the stored result. */
function storedAssessment({ finished }: QuizPageState, { isScorePage, stored, flowId }: BrowserArrival) {
  if (!stored || isScorePage) return undefined
  const own = finished.filter(({ result }) => result?.level === stored.level && result.than === stored.than)
  return own.find((assessment) => assessment.flow_id === flowId) ?? own[0]
}

/** The language of the stored result. It is not stored along (Specification §3), so it comes from the finished assessments. */
function resultLanguage(page: QuizPageState, arrival: BrowserArrival) {
  if (!arrival.stored || arrival.isScorePage) return undefined
  return (storedAssessment(page, arrival) ?? page.finished[0])?.language
}

/** The state for the first render, on the server with `SERVER_ARRIVAL`. */
export function initialState(page: QuizPageState, arrival: BrowserArrival): QuizState {
  const resumed = resumedAttempt(page, arrival)
  const shown = storedAssessment(page, arrival)
  const screen = openingScreen(page, arrival)
  return {
    screen,
    language:
      resumed?.language ??
      (screen === 'result' ? resultLanguage(page, arrival) : undefined) ??
      page.queryLanguage ??
      DEFAULT_LANGUAGE,
    open: Object.fromEntries(page.open.map((assessment) => [assessment.language, assessment])),
    answered: resumed ? arrival.answered(resumed) : 0,
    result: arrival.stored,
    resultLanguage: shown?.language ?? null,
    resultId: shown?.id ?? null,
    isWaiting: false,
    isStarting: false,
    hasStartFailed: false,
  }
}

/** The result keeps its own language, whichever was chosen since. */
function moveInHistory(state: QuizState, entry: Screen): QuizState {
  const openAttempt = state.open[state.language] !== undefined
  const screen = screenFromHistory(entry, { openAttempt, result: state.result !== null })
  const language = screen === 'result' ? (state.resultLanguage ?? state.language) : state.language
  return { ...state, screen, language, hasStartFailed: false }
}

/** A start is a retake on the result screen. */
export function startEvent(screen: Screen): FlowEvent {
  return screen === 'result' ? 'retake' : 'started'
}

function receive(state: QuizState, assessment: Assessment, answered: number): QuizState {
  const isFinished = assessment.status === 'finished'
  const open = { ...state.open, [assessment.language]: isFinished ? undefined : assessment } as QuizState['open']
  if (assessment.language !== state.language) return { ...state, open }
  const result = assessment.result ?? state.result
  const isOver = isFinished && state.screen === 'test' && answered >= assessment.total
  // Never lower the count: the reply to one answer may arrive after the next was given.
  return {
    ...state,
    open,
    result,
    resultLanguage: assessment.result ? assessment.language : state.resultLanguage,
    resultId: assessment.result ? assessment.id : state.resultId,
    answered: isFinished ? assessment.total : Math.max(answered, state.answered),
    screen: isOver ? nextScreen(state.screen, 'lastAnswered') : state.screen,
  }
}

export function quizReducer(state: QuizState, action: QuizAction): QuizState {
  switch (action.type) {
    case 'moved':
      return { ...state, screen: nextScreen(state.screen, action.event), hasStartFailed: false }
    case 'historyMoved':
      return moveInHistory(state, action.screen)
    case 'languageChosen':
      return { ...state, language: action.language, screen: nextScreen(state.screen, 'languageChosen') }
    case 'starting':
      return { ...state, isStarting: true, hasStartFailed: false }
    case 'startFailed':
      return { ...state, isStarting: false, hasStartFailed: true }
    case 'started':
      return {
        ...state,
        isStarting: false,
        open: { ...state.open, [action.assessment.language]: action.assessment },
        answered: action.answered,
        screen: nextScreen(state.screen, startEvent(state.screen)),
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
  }
}
