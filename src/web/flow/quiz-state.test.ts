import { describe, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import type { OwnAttempts } from '#contract/page-data.ts'
import type { Language } from '#quiz/languages.ts'
import { type BrowserArrival, initialState, type OpeningPage, opensElsewhere } from './opening-state.ts'
import { attemptToContinue, type QuizAction, type QuizState, quizReducer } from './quiz-state.ts'

const open = (language: Attempt['language'], more: Partial<Attempt> = {}): Attempt => ({
  id: `${language}-id`,
  flow_id: `0-${language}-1`,
  language,
  status: 'open',
  total: 15,
  answered: 0,
  questions: [],
  result: null,
  ...more,
})
const finished = (language: Attempt['language'], more: Partial<Attempt> = {}): Attempt =>
  open(language, { status: 'finished', answered: 15, result: { level: 'B1', than: 67 }, ...more })

type PageParts = Partial<OwnAttempts> & { language?: Language; isMobileApp?: boolean }
const page = ({ language, isMobileApp = false, ...attempts }: PageParts = {}): OpeningPage => ({
  query: { language: language ?? null, level: null },
  host: { isMobileApp, embedders: null, miniProgram: { scorePage: '', signInPage: '', sharePage: '' } },
  attempts: { open: [], finished: [], ...attempts },
})
const arrival = (more: Partial<BrowserArrival> = {}): BrowserArrival => ({
  isScorePage: false,
  stored: null,
  resultId: null,
  flowId: null,
  answered: ({ answered }) => answered,
  ...more,
})

/** The state after `actions`, from a first visit. */
const stateAfter = (...actions: QuizAction[]): QuizState => actions.reduce(quizReducer, initialState(page(), arrival()))

const chosen: QuizAction = { type: 'languageChosen', language: 'french' }
const started: QuizAction = { type: 'started', attempt: open('french') }
const received = (attempt: Attempt, answered = attempt.answered): QuizAction => ({
  type: 'received',
  attempt,
  answered,
})

describe('the first state', () => {
  it("resumes the tab's own open attempt after a reload, counting answers that the server doesn't have yet", () => {
    const attempt = open('german', { answered: 4 })
    const state = initialState(page({ open: [attempt] }), arrival({ flowId: attempt.flow_id, answered: () => 6 }))
    expect(state).toMatchObject({ screen: 'test', language: 'german', answered: 6, open: { german: attempt } })
  })

  it("leaves another tab's open attempt for the guide to offer", () => {
    const state = initialState(page({ open: [open('german')] }), arrival({ flowId: '0-german-2' }))
    expect(state).toMatchObject({ screen: 'select', answered: 0, open: { german: { id: 'german-id' } } })
  })

  it('shows a stored result in the language of its finished assessment', () => {
    const stored = { level: 'B1', than: 67 } as const
    const own = finished('italian')
    const sameResult = finished('spanish', { flow_id: '0-spanish-9' })
    const state = initialState(page({ finished: [sameResult, own] }), arrival({ stored, flowId: own.flow_id }))
    expect(state).toMatchObject({ screen: 'result', language: 'italian', resultLanguage: 'italian', resultId: own.id })
  })

  it('distinguishes results with the same level and percentage by their stored assessment', () => {
    const stored = { level: 'B1', than: 67 } as const
    const own = finished('italian', { id: 'own' })
    const opened = page({ finished: [finished('spanish'), own] })
    const state = initialState(opened, arrival({ stored, resultId: 'own' }))
    expect(state).toMatchObject({ screen: 'result', language: 'italian', resultId: 'own' })
  })

  it('has no assessment for a stored result that matches no finished one', () => {
    const stored = { level: 'C1', than: 86 } as const
    const state = initialState(page({ finished: [finished('italian')] }), arrival({ stored }))
    expect(state).toMatchObject({ screen: 'result', language: 'italian', resultLanguage: null, resultId: null })
  })

  it("takes a score page's language from the address, never from an assessment", () => {
    const stored = { level: 'B1', than: 67 } as const
    const opened = page({ language: 'korean', finished: [finished('italian')] })
    const state = initialState(opened, arrival({ isScorePage: true, stored }))
    expect(state).toMatchObject({ screen: 'result', language: 'korean', resultId: null })
  })

  it('starts in English when no language is given', () => {
    expect(initialState(page(), arrival())).toMatchObject({ screen: 'select', language: 'english', result: null })
  })

  it.each([
    ['nothing', page(), arrival(), false],
    ['a stored result', page(), arrival({ stored: { level: 'A1', than: 47 } }), true],
    ['a stored result in the app', page({ isMobileApp: true }), arrival({ stored: { level: 'A1', than: 47 } }), false],
    ['an open attempt', page({ open: [open('german')] }), arrival({ flowId: '0-german-1' }), true],
    ["another user's flow id", page({ open: [open('german')] }), arrival({ flowId: '0-german-2' }), false],
  ])(
    "with %s in the browser, knows whether its first screen differs from the server's",
    (_name, opened, from, differs) => {
      expect(opensElsewhere(opened, from)).toBe(differs)
    },
  )
})

describe('before the browser is known, and with a stored result', () => {
  const stored = { level: 'B1', than: 67 } as const
  const result = finished('french', { flow_id: '0-french-100' })

  it('the server renders the state "empty"', () => {
    const state = initialState(page({ language: 'korean' }), null)
    expect(state).toMatchObject({ screen: 'empty', language: 'korean', result: null, underway: null })
  })

  it("the result comes first and offers this tab's open test", () => {
    const attempt = open('german', { flow_id: '0-german-50', answered: 6 })
    const opened = page({ open: [attempt], finished: [result] })
    const state = initialState(opened, arrival({ stored, flowId: attempt.flow_id, answered: () => 7 }))
    expect(state).toMatchObject({ screen: 'result', language: 'french', resultId: result.id, answered: 7 })
    expect(attemptToContinue(state)).toBe(attempt)
    const resumed = quizReducer(state, { type: 'resumed', attempt: attempt, answered: 7 })
    expect(resumed).toMatchObject({ screen: 'test', language: 'german', answered: 7 })
    const back = quizReducer(resumed, { type: 'historyMoved', screen: 'result' })
    expect(back).toMatchObject({ screen: 'result', language: 'french' })
    expect(quizReducer(back, { type: 'historyMoved', screen: 'test' })).toMatchObject({
      screen: 'test',
      language: 'german',
    })
  })

  it.each([
    [
      'the newest started after it',
      [
        ['german', 200],
        ['korean', 300],
        ['italian', 50],
      ],
      'korean',
    ],
    ['none started before it', [['italian', 50]], undefined],
  ] as const)('the result offers %s', (_name, attempts, offered) => {
    const opened = page({
      open: attempts.map(([language, time]) => open(language, { flow_id: `0-${language}-${time}` })),
      finished: [result],
    })
    expect(attemptToContinue(initialState(opened, arrival({ stored })))?.language).toBe(offered)
  })

  it('in the app the open test continues, unless the URL has another language', () => {
    const attempt = open('german')
    const app = { isMobileApp: true, open: [attempt] }
    const from = arrival({ stored, flowId: attempt.flow_id })
    expect(initialState(page(app), from)).toMatchObject({ screen: 'test', language: 'german' })
    expect(initialState(page({ ...app, language: 'german' }), from).screen).toBe('test')
    expect(initialState(page({ ...app, language: 'french' }), from)).toMatchObject({
      screen: 'guide',
      language: 'french',
    })
  })

  it('the result of the offered test replaces the older one when its last answers arrive', () => {
    const attempt = open('german', { flow_id: '0-german-200', answered: 14 })
    const opened = page({ open: [attempt], finished: [result] })
    const state = initialState(opened, arrival({ stored, flowId: attempt.flow_id, answered: () => 15 }))
    const over = quizReducer(state, received(finished('german', { result: { level: 'C1', than: 88 } })))
    expect(over).toMatchObject({ screen: 'result', language: 'german', result: { level: 'C1', than: 88 } })
    expect(attemptToContinue(over)).toBeUndefined()
  })
})

describe('starting', () => {
  it('goes from the guide to the test', () => {
    expect(stateAfter(chosen, { type: 'starting' })).toMatchObject({ screen: 'guide', isStarting: true })
    expect(stateAfter(chosen, { type: 'starting' }, started)).toMatchObject({
      screen: 'test',
      isStarting: false,
      open: { french: { id: 'french-id' } },
    })
  })

  it('stays on the guide when it fails, and clears the failure on a retry and on leaving', () => {
    const failed = stateAfter(chosen, { type: 'starting' }, { type: 'startFailed', failure: 'guide.refused' })
    expect(failed).toMatchObject({ screen: 'guide', isStarting: false, startFailure: 'guide.refused' })
    expect(quizReducer(failed, { type: 'starting' }).startFailure).toBeNull()
    expect(quizReducer(failed, { type: 'moved', event: 'languageChanged' })).toMatchObject({
      screen: 'select',
      startFailure: null,
    })
  })

  it('stays on select if the visitor went back while the request was running', () => {
    const state = stateAfter(chosen, { type: 'starting' }, { type: 'historyMoved', screen: 'select' }, started)
    expect(state).toMatchObject({ screen: 'select', isStarting: false, open: { french: { id: 'french-id' } } })
  })

  it('goes from the result to the test on Retake', () => {
    const result = stateAfter(chosen, started, received(finished('french')), { type: 'moved', event: 'calculated' })
    expect(result.screen).toBe('result')
    const again = open('french', { id: 'second' })
    expect(quizReducer(result, { type: 'started', attempt: again })).toMatchObject({
      screen: 'test',
      answered: 0,
      open: { french: again },
    })
  })
})

describe('answering', () => {
  it('counts each answer and ends the test with the last', () => {
    const fourteen = stateAfter(chosen, started, { type: 'answered', position: 14 })
    expect(fourteen).toMatchObject({ screen: 'test', answered: 14 })
    expect(quizReducer(fourteen, { type: 'answered', position: 15 })).toMatchObject({ screen: 'testEnd', answered: 15 })
  })

  it('never lowers the count of answers', () => {
    const two = stateAfter(chosen, started, { type: 'answered', position: 2 })
    expect(quizReducer(two, received(open('french', { answered: 1 }))).answered).toBe(2)
    expect(quizReducer(two, { type: 'answered', position: 1 }).answered).toBe(2)
  })

  it('ends the test when another tab has finished it, and keeps its result', () => {
    const state = stateAfter(chosen, started, { type: 'answered', position: 3 }, received(finished('french')))
    expect(state).toMatchObject({
      screen: 'testEnd',
      answered: 15,
      result: { level: 'B1', than: 67 },
      resultLanguage: 'french',
      resultId: 'french-id',
    })
    expect(state.open.french).toBeUndefined()
  })

  it('keeps the screen when a late reply belongs to another language', () => {
    const state = stateAfter(chosen, started, received(finished('german')))
    expect(state).toMatchObject({ screen: 'test', language: 'french', result: null })
    expect(state.open.german).toBeUndefined()
  })

  it('records whether answers fail to send', () => {
    const waiting = stateAfter(chosen, started, { type: 'waiting', isWaiting: true })
    expect(waiting.isWaiting).toBe(true)
    expect(quizReducer(waiting, { type: 'waiting', isWaiting: false }).isWaiting).toBe(false)
  })
})

describe("a test that can't be continued", () => {
  it('returns to the guide, with a notice until the next start', () => {
    const state = quizReducer(stateAfter(chosen, started), { type: 'gone', id: 'french-id', isCookieMissing: false })
    expect(state).toMatchObject({ screen: 'guide', isGone: true, open: {} })
    expect(quizReducer(state, { type: 'starting' }).isGone).toBe(false)
  })

  it('is dropped silently while another test is shown', () => {
    const state = { ...stateAfter(chosen, started), open: { french: open('french'), german: open('german') } }
    expect(quizReducer(state, { type: 'gone', id: 'german-id', isCookieMissing: false })).toMatchObject({
      screen: 'test',
      isGone: false,
    })
  })
})

describe('Back and Forward', () => {
  it('go from the test to the guide, keep the attempt, and go forward again', () => {
    const back = stateAfter(
      chosen,
      started,
      { type: 'answered', position: 2 },
      { type: 'historyMoved', screen: 'guide' },
    )
    expect(back).toMatchObject({ screen: 'guide', answered: 2, open: { french: { id: 'french-id' } } })
    expect(quizReducer(back, { type: 'historyMoved', screen: 'test' }).screen).toBe('test')
  })

  it('go to the guide if the test is no longer open', () => {
    const over = stateAfter(chosen, started, received(finished('french')))
    expect(quizReducer(over, { type: 'historyMoved', screen: 'test' }).screen).toBe('guide')
  })

  it('show the result in its own language, even after another was chosen', () => {
    const state = stateAfter(
      chosen,
      started,
      received(finished('french')),
      { type: 'moved', event: 'calculated' },
      { type: 'moved', event: 'testOther' },
      { type: 'languageChosen', language: 'german' },
      { type: 'historyMoved', screen: 'result' },
    )
    expect(state).toMatchObject({ screen: 'result', language: 'french' })
  })

  it('go to select if there is no result', () => {
    expect(stateAfter(chosen, { type: 'historyMoved', screen: 'result' }).screen).toBe('select')
  })
})
