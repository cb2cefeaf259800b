import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { timeLimit } from '#harness/time-limit.ts'
import { seededRandom } from '#quiz/random.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { type Client, openClient } from './http-client.ts'
import { latenciesOf, Recorder } from './recorder.ts'
import { arrivals } from './schedule.ts'
import { makeVisit, REQUESTS_OF_A_QUIZ } from './visit.ts'
import { bareWalk } from './walk.ts'

let server: Server
let client: Client
/** What the server does before it answers each request, numbered from 0. */
let before: (request: number) => Promise<unknown> | 'refuse' | undefined

beforeEach(async () => {
  let requests = 0
  server = createServer(async (request, response) => {
    const effect = before(requests++)
    if (effect === 'refuse') return response.writeHead(503, { 'retry-after': '1' }).end()
    await effect
    const answered = Number(request.url?.split('/').at(-1)) || QUESTIONS
    response.end(JSON.stringify({ data: { id: 'one', answered } }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  client = openClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(() => {
  client.close()
  server.close()
})

async function take(dueAt?: (step: number) => number) {
  const journal = new Recorder()
  const from = performance.now()
  const outcome = await makeVisit({ client, walk: bareWalk(), address: '10.1.0.1', dueAt, journal })
  return { outcome, figures: journal.figures(from - 1000, performance.now() + 1000) }
}

it('a stall counts for every request due during it, not only for the one that hit it', async () => {
  before = (request) => (request === 1 ? sleep(300) : undefined)
  const begun = performance.now()
  const { outcome, figures } = await take((step) => begun + step * 20)
  expect([outcome, figures.requests]).toEqual(['finished', REQUESTS_OF_A_QUIZ])
  // Due at 20, 40, … 320 ms, answered from 320 ms on: half of them waited 150 ms and more.
  expect(figures.p50).toBeGreaterThan(100)
  expect(figures.longest).toBeGreaterThan(290)
})

it('without a stall the latencies are short', async () => {
  before = () => undefined
  const begun = performance.now()
  const { figures } = await take((step) => begun + step * 20)
  expect(figures.p50).toBeLessThan(timeLimit(100))
})

it('a refused answer is resent after Retry-After and delays what follows', async () => {
  before = (request) => (request === 3 ? 'refuse' : undefined)
  const begun = performance.now()
  const { outcome, figures } = await take((step) => begun + step * 5)
  expect([outcome, figures.requests, figures.sentAgain]).toEqual(['finished', REQUESTS_OF_A_QUIZ, 1])
  expect(performance.now() - begun).toBeGreaterThan(1000)
  expect(figures.p50).toBeLessThan(timeLimit(500))
})

it('a visitor refused at the start leaves', async () => {
  before = () => 'refuse'
  const { outcome, figures } = await take()
  expect([outcome, figures.outcomes.refused, figures.requests]).toEqual(['refused', 1, 0])
})

it('visitors arrive at random at the given rate, the same for the same seed', () => {
  const stretches = [
    { seconds: 100, perSecond: 10 },
    { seconds: 10, perSecond: 200 },
  ]
  const times = arrivals(stretches, seededRandom(1))
  expect(times).toEqual(arrivals(stretches, seededRandom(1)))
  const early = times.filter((at) => at < 100).length
  // Four standard deviations of a Poisson variable.
  expect(Math.abs(early - 1000)).toBeLessThan(4 * Math.sqrt(1000))
  expect(Math.abs(times.length - early - 2000)).toBeLessThan(4 * Math.sqrt(2000))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

it('percentiles are nearest-rank; p99.9 needs ten thousand values', () => {
  const upTo = (n: number) => latenciesOf(Array.from({ length: n }, (_, index) => n - index))
  expect(upTo(100)).toEqual({ requests: 100, p50: 50, p99: 99, p999: null, longest: 100 })
  expect(upTo(10_000).p999).toBe(9990)
  expect(latenciesOf([])).toEqual({ requests: 0, p50: null, p99: null, p999: null, longest: null })
})
