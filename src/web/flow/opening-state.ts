import type { Attempt } from '#contract/attempts.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { firstScreen, type Screen } from '#quiz/flow.ts'
import { flowTime } from '#quiz/flow-id.ts'
import { DEFAULT_LANGUAGE } from '#quiz/languages.ts'
import type { StoredOptions } from '../browser/storage.ts'
import type { QuizState } from './quiz-state.ts'

/** Known only to the browser when the page opens. `answered` adds this tab's answers that the page is missing. */
export type BrowserArrival = {
  isScorePage: boolean
  stored: StoredOptions | null
  /** The attempt behind the stored result. */
  resultId: string | null
  flowId: string | null
  answered: (attempt: Attempt) => number
}

/** The inputs of the page's first state. */
export type OpeningPage = Pick<QuizPageState, 'query' | 'host' | 'attempts'>

/** The inputs of a browser's first screen. */
type ScreenArrival = Pick<BrowserArrival, 'isScorePage' | 'stored' | 'flowId'>

/** The tab's own attempt, if it's still open. */
function resumedAttempt(open: Attempt[], flowId: string | null): Attempt | undefined {
  return open.find(({ flow_id }) => flow_id === flowId)
}

/** The first screen of this browser. */
function openingScreen({ query, host, attempts }: OpeningPage, arrival: ScreenArrival): Screen {
  return firstScreen({
    isScorePage: arrival.isScorePage,
    hasStoredResult: arrival.stored !== null,
    isMobileApp: host.isMobileApp,
    queryLanguage: query.language,
    openAttempt: resumedAttempt(attempts.open, arrival.flowId)?.language ?? null,
  })
}

/** The server-rendered screen: that of a browser with nothing stored. */
export function screenWhileEmpty(page: OpeningPage): Screen {
  return openingScreen(page, { isScorePage: false, stored: null, flowId: null })
}

/** Whether this browser's first screen differs from the server-rendered one. */
export function opensElsewhere(page: OpeningPage, arrival: ScreenArrival): boolean {
  return openingScreen(page, arrival) !== screenWhileEmpty(page)
}

/** The finished attempt with the stored result: the stored attempt, else this tab's, else the newest. */
function attemptBehind(stored: StoredOptions, finished: Attempt[], { resultId, flowId }: BrowserArrival) {
  const own = finished.filter(({ result }) => result?.level === stored.level && result.than === stored.than)
  return own.find(({ id }) => id === resultId) ?? own.find(({ flow_id }) => flow_id === flowId) ?? own[0]
}

/** The newest open attempt started after `attempt`. */
function newestAfter(attempt: Attempt | undefined, open: Attempt[]): Attempt | undefined {
  const since = flowTime(attempt?.flow_id ?? '')
  const begunAfter = open.filter(({ flow_id }) => flowTime(flow_id) > since)
  return begunAfter.sort((one, other) => flowTime(other.flow_id) - flowTime(one.flow_id))[0]
}

/** The state before the browser's part is known. */
function emptyState({ query, attempts }: OpeningPage): QuizState {
  return {
    screen: 'empty',
    language: query.language ?? DEFAULT_LANGUAGE,
    open: Object.fromEntries(attempts.open.map((attempt) => [attempt.language, attempt])),
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

/** The state for the first render: `empty` on the server, where there is no arrival. */
export function initialState(page: OpeningPage, arrival: BrowserArrival | null): QuizState {
  const empty = emptyState(page)
  if (!arrival) return empty
  const { open, finished } = page.attempts
  const screen = openingScreen(page, arrival)
  // A score page's result belongs to no attempt here.
  const stored = arrival.isScorePage ? null : arrival.stored
  const shown = stored ? attemptBehind(stored, finished, arrival) : undefined
  const underway = resumedAttempt(open, arrival.flowId) ?? (stored ? newestAfter(shown, open) : undefined)
  const languages = {
    test: underway?.language,
    // The language isn't stored with the result (Specification §3).
    result: stored ? (shown ?? finished[0])?.language : undefined,
  }
  return {
    ...empty,
    screen,
    language: languages[screen as keyof typeof languages] ?? empty.language,
    underway: underway?.language ?? null,
    answered: underway ? arrival.answered(underway) : 0,
    result: arrival.stored,
    resultLanguage: shown?.language ?? null,
    resultId: shown?.id ?? null,
  }
}
