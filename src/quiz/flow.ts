import { TICK_STEPS } from './constants.ts'
import type { Language } from './languages.ts'

/**
 * The six screens of the quiz (Specification §2). `empty` is the state before the browser is known, mainly on the
 * server.
 */
export const SCREENS = ['empty', 'select', 'guide', 'test', 'testEnd', 'result'] as const

export type Screen = (typeof SCREENS)[number]

export type FlowEvent =
  | 'opened'
  | 'openedWithLanguage'
  | 'openedWithResult'
  | 'resumed'
  | 'languageChosen'
  | 'languageChanged'
  | 'started'
  | 'left'
  | 'lastAnswered'
  | 'calculated'
  | 'retake'
  | 'testOther'
  | 'resultOpened'

/** Specification §4, page flow. Leaving the test leads to its guide, which offers to continue. */
const TRANSITIONS: Record<Screen, Partial<Record<FlowEvent, Screen>>> = {
  empty: { opened: 'select', openedWithLanguage: 'guide', openedWithResult: 'result', resumed: 'test' },
  select: { languageChosen: 'guide', resultOpened: 'result', resumed: 'test' },
  guide: { started: 'test', resumed: 'test', languageChanged: 'select' },
  test: { lastAnswered: 'testEnd', left: 'guide' },
  testEnd: { calculated: 'result' },
  result: { retake: 'test', resumed: 'test', testOther: 'select' },
}

/** The screen after `event`; an event that doesn't apply to the screen changes nothing. */
export function nextScreen(screen: Screen, event: FlowEvent): Screen {
  return TRANSITIONS[screen][event] ?? screen
}

export type Arrival = {
  /** The mini-program opened its score page, whose URL has a level. */
  isScorePage: boolean
  hasStoredResult: boolean
  /** The mobile app never goes straight to a stored result. */
  isMobileApp: boolean
  queryLanguage: Language | null
  /** The language of this tab's own open attempt, if the page was reloaded during the test. */
  openAttempt: Language | null
}

function arrivalEvent({ isScorePage, hasStoredResult, isMobileApp, queryLanguage, openAttempt }: Arrival): FlowEvent {
  if (isScorePage || (hasStoredResult && !isMobileApp)) return 'openedWithResult'
  const isAskedForOther = queryLanguage !== null && queryLanguage !== openAttempt
  if (openAttempt && !isAskedForOther) return 'resumed'
  return queryLanguage ? 'openedWithLanguage' : 'opened'
}

/**
 * The first screen (Specification §2): the stored result, except in the mobile app; then a reloaded test, unless the
 * URL requests another language; then the guide for the language in the URL. An open test that doesn't come first is
 * still offered.
 */
export function firstScreen(arrival: Arrival): Screen {
  return nextScreen('empty', arrivalEvent(arrival))
}

/**
 * The screen to show when Back or Forward reaches the entry for `screen`. A test that's no longer open is replaced by
 * its guide, and a test end by its result. Back during the test leads to the guide and keeps the attempt.
 */
export function screenFromHistory(screen: Screen, has: { openAttempt: boolean; result: boolean }): Screen {
  if (screen === 'test') return has.openAttempt ? 'test' : 'guide'
  if (screen === 'testEnd' || screen === 'result') return has.result ? 'result' : 'select'
  return screen === 'empty' ? 'select' : screen
}

/** The next value of the test-end counter, up to 100. */
export function nextPercent(percent: number): number {
  const step = TICK_STEPS.find(({ below }) => percent < below)?.step ?? 0
  return Math.min(percent + step, 100)
}
