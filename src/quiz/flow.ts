import type { Language } from './languages.ts'

/** The six screens of the quiz (Specification §2). */
export const SCREENS = ['empty', 'select', 'guide', 'test', 'testEnd', 'result'] as const

export type Screen = (typeof SCREENS)[number]

export type FlowEvent = 'languageChosen' | 'started' | 'lastAnswered' | 'calculated' | 'retake' | 'testOther' | 'left'

/** Specification §4, page flow. `left` is Back in the test: the guide, the attempt kept (design, §7). */
const TRANSITIONS: Record<Screen, Partial<Record<FlowEvent, Screen>>> = {
  empty: {},
  select: { languageChosen: 'guide' },
  guide: { started: 'test' },
  test: { lastAnswered: 'testEnd', left: 'guide' },
  testEnd: { calculated: 'result' },
  result: { retake: 'test', testOther: 'select' },
}

/** The screen after `event`; an event that does not belong to the screen changes nothing. */
export function nextScreen(screen: Screen, event: FlowEvent): Screen {
  return TRANSITIONS[screen][event] ?? screen
}

export type Arrival = {
  /** The mini-program's or the app's score page opens this address with a level (design §7). */
  isScorePage: boolean
  hasStoredResult: boolean
  /** The mobile app never goes straight to a stored result. */
  isMobileApp: boolean
  queryLanguage: Language | undefined
  /** This tab's own attempt is still open (a reload in mid-test). */
  hasOpenAttempt: boolean
}

/** The first screen (Specification §2); a reload in mid-test goes on in the test before any other rule. */
export function firstScreen(arrival: Arrival): Screen {
  if (arrival.isScorePage) return 'result'
  if (arrival.hasOpenAttempt) return 'test'
  if (arrival.hasStoredResult && !arrival.isMobileApp) return 'result'
  return arrival.queryLanguage ? 'guide' : 'select'
}

/** Specification §4: the counter of the test-end screen moves every 100 ms. */
export const TICK_MS = 100

/** The next figure of the test-end counter: +8 below 60, +7 below 70, +4 below 80, +3 below 90, else +1, until 100. */
export function nextPercent(percent: number): number {
  const step = percent < 60 ? 8 : percent < 70 ? 7 : percent < 80 ? 4 : percent < 90 ? 3 : 1
  return Math.min(percent + step, 100)
}
