import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { type AnswerQueue, answeredHere, createAnswerQueue } from './answer-queue.ts'

const fetched = vi.fn<(url: string, request: RequestInit) => Promise<Response>>()
const onAttempt = vi.fn<(attempt: Attempt) => void>()
const onWaiting = vi.fn<(isWaiting: boolean) => void>()
const onSignedOut = vi.fn<(attemptId: string | null) => void>()
const onGone = vi.fn<(attemptId: string, isCookieMissing: boolean) => void>()
let stored: Map<string, string>
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  for (const mock of [fetched, onAttempt, onWaiting, onSignedOut, onGone]) mock.mockReset()
  stored = new Map()
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
  page = Object.assign(new EventTarget(), { sessionStorage })
  vi.stubGlobal('window', page)
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const attempt = (answered: number, more: Partial<Attempt> = {}) =>
  ({ id: 'one', answered, total: 15, status: 'open', ...more }) as Attempt
const reply = (answered: number) => Response.json({ data: attempt(answered) })
const failure = (status: number) => Response.json({ error: { code: 'unavailable' } }, { status })
const answer = (position: number, attemptId = 'one') => ({ attemptId, position, choice: ['a'], elapsedMs: 900 })
const makeQueue = (): AnswerQueue => createAnswerQueue({ onAttempt, onWaiting, onSignedOut, onGone })
const settle = () => vi.advanceTimersByTimeAsync(0)
const asked = () => fetched.mock.calls.map(([url, { method }]) => `${method} ${url}`)
const waiting = () => stored.get('ASSESSMENT_ANSWER_QUEUE')
const put = (position: number, id = 'one') => `PUT ${urls.answer(id, position)}`

it('sends an answer with its choice and elapsed time, and passes on the reply', async () => {
  fetched.mockImplementation(async () => reply(1))
  makeQueue().add(answer(1))
  await settle()
  expect(asked()).toEqual([put(1)])
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toEqual({ choice: ['a'], elapsed_ms: 900 })
  expect(onAttempt.mock.calls).toEqual([[attempt(1)]])
  expect(waiting()).toBeUndefined()
})

it('sends one answer at a time, in order', async () => {
  const replies: ((response: Response) => void)[] = []
  fetched.mockImplementation(() => new Promise((resolve) => replies.push(resolve)))
  const queue = makeQueue()
  queue.add(answer(1))
  queue.add(answer(2))
  await settle()
  expect(asked()).toEqual([put(1)])
  replies[0]?.(reply(1))
  await settle()
  expect(asked()).toEqual([put(1), put(2)])
  replies[1]?.(reply(2))
  await settle()
  expect(waiting()).toBeUndefined()
})

it.each<[string, () => Promise<Response>]>([
  ['the connection drops', () => Promise.reject(new TypeError('offline'))],
  ['the server is busy', async () => failure(429)],
  ['the server is down', async () => failure(503)],
  ['a reply breaks off', async () => new Response('{"data":', { headers: { 'content-type': 'application/json' } })],
])('keeps the answer and retries every two seconds when %s', async (_name, fails) => {
  fetched.mockImplementation(fails)
  makeQueue().add(answer(1))
  await settle()
  await vi.advanceTimersByTimeAsync(1999)
  expect(asked()).toEqual([put(1)])
  expect(onWaiting.mock.calls).toEqual([[true]])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toEqual([put(1), put(1)])
  fetched.mockImplementation(async () => reply(1))
  await vi.advanceTimersByTimeAsync(2000)
  expect(onWaiting.mock.lastCall).toEqual([false])
  expect(onAttempt).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(3)
})

it('retries once, immediately, when the connection is back', async () => {
  fetched.mockRejectedValueOnce(new TypeError('offline')).mockImplementation(async () => reply(1))
  makeQueue().add(answer(1))
  await settle()
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toEqual([put(1), put(1)])
})

it('survives a reload: a new queue in the same tab sends the stored answers', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  const before = makeQueue()
  before.add(answer(1))
  before.add(answer(2))
  await settle()

  vi.clearAllTimers()
  fetched.mockReset().mockImplementation(async (url) => reply(Number(url.split('/').at(-1))))
  expect(answeredHere(attempt(0))).toBe(2)
  makeQueue().flush()
  await settle()
  expect(asked()).toEqual([put(1), put(2)])
  expect(onAttempt.mock.lastCall).toEqual([attempt(2)])
  expect(waiting()).toBeUndefined()
  expect(answeredHere(attempt(2))).toBe(2)
})

it('counts an acknowledged answer on a page rendered before it, and fetches the new state', async () => {
  fetched.mockImplementation(async () => reply(3))
  makeQueue().add(answer(3))
  await settle()
  expect(answeredHere(attempt(2))).toBe(3)
  fetched.mockClear()
  makeQueue().flush(attempt(2))
  await settle()
  expect(asked()).toEqual([`GET ${urls.attempt('one')}`])
  expect(onAttempt.mock.lastCall).toEqual([attempt(3)])
})

it("doesn't fetch a state that the reply to a waiting answer will contain", async () => {
  fetched.mockRejectedValueOnce(new TypeError('offline')).mockImplementation(async () => reply(1))
  makeQueue().add(answer(1))
  await settle()
  vi.clearAllTimers()
  fetched.mockClear()
  makeQueue().flush(attempt(0))
  await settle()
  expect(asked()).toEqual([put(1)])
})

it("counts only the assessment's own answers as pending", async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  makeQueue().add(answer(7, 'other'))
  await settle()
  expect(answeredHere(attempt(3))).toBe(3)
})

it('drops all answers of an assessment that rejects one, passes on its current state, and sends the rest', async () => {
  fetched.mockImplementation(async (url, { method }) => {
    if (method === 'GET') return reply(5)
    return url.includes('/other/') ? Response.json({ data: attempt(1, { id: 'other' }) }) : failure(409)
  })
  const queue = makeQueue()
  queue.add(answer(1))
  queue.add(answer(2))
  queue.add(answer(1, 'other'))
  await settle()
  expect(asked()).toEqual([put(1), `GET ${urls.attempt('one')}`, put(1, 'other')])
  expect(onAttempt.mock.calls.map(([{ id, answered }]) => [id, answered])).toEqual([
    ['one', 5],
    ['other', 1],
  ])
  expect(onWaiting.mock.calls.flat()).not.toContain(true)
  expect(waiting()).toBeUndefined()
})

it('drops a rejected answer even if the assessment is gone', async () => {
  fetched.mockImplementation(async () => failure(404))
  makeQueue().add(answer(1))
  await settle()
  expect(onAttempt).not.toHaveBeenCalled()
  expect(onGone.mock.calls).toEqual([['one', false]])
  expect(waiting()).toBeUndefined()
})

it('keeps polling the state of a test after dropping its refused answers', async () => {
  fetched
    .mockImplementationOnce(async () => failure(409))
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockImplementation(async () => reply(5))
  makeQueue().add(answer(1))
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked()).toEqual([put(1), `GET ${urls.attempt('one')}`, `GET ${urls.attempt('one')}`])
  expect(onAttempt.mock.calls).toEqual([[attempt(5)]])
})

it('keeps the answers of a signed-out account and sends those of other assessments', async () => {
  const signedOut = () => Response.json({ error: { code: 'signed_out' } }, { status: 401 })
  fetched.mockImplementation(async (url) => (url.includes('/other/') ? reply(1) : signedOut()))
  const queue = makeQueue()
  queue.add(answer(4))
  queue.add(answer(5))
  queue.add(answer(1, 'other'))
  await settle()
  expect(asked()).toEqual([put(4), put(1, 'other')])
  expect(onSignedOut.mock.lastCall).toEqual(['one'])
  expect(onGone).not.toHaveBeenCalled()
  expect(JSON.parse(waiting() ?? '')).toEqual([answer(4), answer(5)])

  fetched.mockReset().mockImplementation(async (url) => reply(Number(url.split('/').at(-1))))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toEqual([put(4), put(5)])
  expect(onSignedOut.mock.lastCall).toEqual([null])
  expect(waiting()).toBeUndefined()
})

it.each(['nonsense', '{"position":1}', 'null', '[null,7,{"attemptId":"one","position":"9"}]'])(
  'starts empty when %s is stored',
  async (value) => {
    stored.set('ASSESSMENT_ANSWER_QUEUE', value)
    makeQueue().flush()
    await settle()
    expect(fetched).not.toHaveBeenCalled()
    expect(answeredHere(attempt(4))).toBe(4)
  },
)

it('works in memory when storage is blocked', async () => {
  Object.defineProperty(page, 'sessionStorage', {
    get() {
      throw new DOMException('blocked')
    },
  })
  fetched.mockRejectedValueOnce(new TypeError('offline')).mockImplementation(async () => reply(1))
  makeQueue().add(answer(1))
  await vi.advanceTimersByTimeAsync(2000)
  expect(onAttempt).toHaveBeenCalledOnce()
})
