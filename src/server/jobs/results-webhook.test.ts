import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ResultMessage } from '#contract/results.ts'
import { urls } from '#contract/urls.ts'
import { ApiClient, rightChoice } from '#harness/api-client.ts'
import { marketplaceSettings, type StandInMarketplace, startMarketplace } from '#harness/peers/marketplace.ts'
import { startTestAppOf, type TestApp } from '#harness/test-app.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { readSettings } from '#settings/read.ts'
import type { Settings } from '#settings/settings.ts'
import { createApp } from '../app.ts'
import { findUnclaimed, moveAttempt, type Unclaimed } from '../db/tables/claims.ts'
import { findUserId } from '../db/tables/identities.ts'
import { beginTopic, listGivenUp, type MessagesToResend, resend } from '../db/tables/outbox.ts'
import { startOutbox } from './outbox.ts'
import { resultsWebhook, signMessage } from './results-webhook.ts'

const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']
const API_TOKEN = 'x'.repeat(32)
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

type Received = { headers: IncomingHttpHeaders; body: string; message: ResultMessage }

let market: StandInMarketplace
let receiver: Server
let received: Received[]
let status: number
let quiz: TestApp
let settings: Settings
const registry = new Registry()
beforeAll(async () => {
  market = await startMarketplace()
  receiver = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ headers: request.headers, body, message: JSON.parse(body) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const environment = {
    RESULTS_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/results`,
    RESULTS_WEBHOOK_SECRET: SECRETS.join(', '),
  }
  const all = { ...marketplaceSettings(market.url), ...environment, RESULTS_API_TOKEN: API_TOKEN }
  settings = readSettings(all)
  quiz = await startTestAppOf(all, (dependencies) => createApp({ ...dependencies, sender: {}, registry }))
})
afterAll(async () => {
  await quiz.close()
  await market.close()
  receiver.close()
})

let stop: () => Promise<void>
const deliver = (pauses = Array<number>(10_000).fill(0.01)) => {
  const receivers = { results: resultsWebhook(quiz.db, settings, HANG_MS) }
  stop = startOutbox(quiz.db, receivers, { warn: () => undefined }, { idleMs: 10, pauses })
}
beforeEach(() => {
  ;[received, status] = [[], 204]
})
afterEach(() => stop())

let people = 6
function learner(): { client: ApiClient; userId: string } {
  const client = new ApiClient(quiz.app)
  client.setCookie('sid', `${++people}-first`)
  return { client, userId: String(people) }
}

const arrived = (count: number) => vi.waitFor(() => expect(received).toHaveLength(count), { timeout: HANG_MS })
const settled = () =>
  vi.waitFor(async () => expect(await quiz.db.selectFrom('outbox').selectAll().execute()).toEqual([]), {
    timeout: HANG_MS,
  })
const idOf = ({ headers }: Received) => headers['webhook-id']

it('signs as the reference implementation of the Standard Webhooks does', () => {
  stop = async () => undefined
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  expect(signMessage(SECRETS.slice(0, 1), message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

it("queues nothing before it's switched on; a command sends earlier results", async () => {
  const { client, userId } = learner()
  const before = await client.play('french', () => true)
  expect(await quiz.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  deliver()
  await vi.waitFor(
    async () => expect(await quiz.db.selectFrom('outbox_receivers').selectAll().execute()).toHaveLength(1),
    { timeout: HANG_MS },
  )
  expect(await resend(quiz.db, 'results', { since: new Date(Date.now() - 60_000) })).toBe(1)
  await arrived(1)
  expect(received[0]?.message.data).toMatchObject({ user_id: userId, assessment_id: before.id })
  await settled()
})

it("posts a finished test with the marketplace's user id and the trace of its request, signed with each secret", async () => {
  deliver()
  const { client, userId } = learner()
  let attempt = await client.start('german')
  const answers: boolean[] = []
  while (attempt.status === 'open') {
    answers.push(attempt.answered % 3 !== 0)
    if (!answers.at(-1)) attempt = await client.answerNext(attempt, false)
    else {
      const position = attempt.answered + 1
      const body = { choice: rightChoice(attempt, position), elapsed_ms: 900 }
      const url = urls.answer(attempt.id, position)
      attempt = (await client.send('PUT', url, body, { traceparent: TRACE })).body.data
    }
  }
  await arrived(1)
  const [{ headers, body, message }] = received as [Received]
  const timestamp = Number(headers['webhook-timestamp'])
  expect(Math.abs(Date.now() / 1000 - timestamp)).toBeLessThan(60)
  const id = `finished_${attempt.id}`
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': id, traceparent: TRACE })
  const signatures = SECRETS.map((secret) => signMessage([secret], { id, timestamp, body })).join(' ')
  expect(headers['webhook-signature']).toBe(signatures)
  expect(message).toEqual({
    type: 'assessment.finished',
    timestamp: message.data.finished_at,
    data: {
      user_id: userId,
      assessment_id: attempt.id,
      language: 'german',
      level: attempt.result?.level,
      range: { lowest: expect.stringMatching(/^[ABC][12]$/), highest: expect.stringMatching(/^[ABC][12]$/) },
      than: attempt.result?.than,
      finished_at: expect.any(String),
      answers: { asked: 15, right: 10, unknown: 5, by_level: expect.any(Array) },
    },
  })
  const { by_level } = message.data.answers
  expect(by_level.reduce((sum, { asked }) => sum + asked, 0)).toBe(15)
  const read = await client.send('GET', urls.userResults(userId), undefined, { authorization: `Bearer ${API_TOKEN}` })
  expect(read.body.data).toEqual({ results: [message.data], next_before: null })
  await settled()
})

it('posts a test finished while signed out once the learner signs in', async () => {
  deliver()
  const { client, userId } = learner()
  const visitor = new ApiClient(quiz.app)
  const { id } = await visitor.play('french', () => false)
  client.setCookie('visitor', visitor.cookies.visitor as string)
  await client.page(urls.quiz)
  await arrived(1)
  expect(received[0]?.message.data).toMatchObject({ user_id: userId, assessment_id: id })
  await settled()
})

it('posts a test finished in a frame once a tab moves it into an account', async () => {
  deliver()
  const { id } = await new ApiClient(quiz.app).play('french', () => false)
  const attempt = (await findUnclaimed(quiz.db, id)) as Unclaimed
  expect(await moveAttempt(quiz.db, attempt, { visitor: 'tab', userId: undefined })).toBe(true)
  const { client, userId } = learner()
  await client.page(urls.quiz)
  const account = (await findUserId(quiz.db, new URL(market.url).origin, userId)) as number
  expect(await moveAttempt(quiz.db, { ...attempt, visitor: 'tab' }, { visitor: 'tab', userId: account })).toBe(true)
  await arrived(1)
  expect(received[0]?.message.data).toMatchObject({ user_id: userId, assessment_id: id })
  await settled()
})

it('mentions in the privacy notice that the marketplace gets the result', async () => {
  stop = async () => undefined
  expect((await new ApiClient(quiz.app).page(urls.privacy)).body).toContain('that site also gets your result')
})

it('retries under the same id, eventually gives up, reports it, and resends on request', async () => {
  status = 503
  deliver([0, 0])
  const { client, userId } = learner()
  const { id } = await client.play('french', () => false)
  await arrived(3)
  const told = { event: null, messages: 1, last_error: expect.stringContaining('503'), example: id }
  await vi.waitFor(async () => expect(await listGivenUp(quiz.db, 'results')).toMatchObject([told]), {
    timeout: HANG_MS,
  })
  expect(new Set(received.map(idOf))).toEqual(new Set([`finished_${id}`]))
  expect(await registry.metrics()).toMatch(/^language_quiz_outbox_given_up\{topic="results"\} 1$/m)
  status = 200
  for (const [index, what] of (['given up', { id }] satisfies MessagesToResend[]).entries()) {
    expect(await resend(quiz.db, 'results', what)).toBe(1)
    await arrived(4 + index)
    await settled()
  }
  const url = urls.userData(userId)
  await resend(quiz.db, 'results', { id })
  expect((await client.send('DELETE', url, undefined, { authorization: `Bearer ${API_TOKEN}` })).status).toBe(204)
  const left = await quiz.db.selectFrom('outbox').where('assessment_id', '=', id).selectAll().execute()
  expect(left).toEqual([])
})

it('resends and counts everything finished since a time: accepted, waiting, given up, and never queued', async () => {
  stop = async () => undefined
  await quiz.db.deleteFrom('outbox_receivers').execute()
  const { client } = learner()
  const since = new Date()
  const neverQueued = await client.play('french', () => true)
  await beginTopic(quiz.db, 'results')
  const [waiting, givenUp, accepted] = [
    await client.play('german', () => true),
    await client.play('italian', () => true),
    await client.play('english', () => true),
  ]
  await quiz.db
    .updateTable('outbox')
    .set({ due: new Date(Date.now() + 3_600_000) })
    .where('assessment_id', '=', waiting.id)
    .execute()
  await quiz.db
    .updateTable('outbox')
    .set({ due: sql<Date>`'infinity'` })
    .where('assessment_id', '=', givenUp.id)
    .execute()
  await quiz.db.deleteFrom('outbox').where('assessment_id', '=', accepted.id).execute()
  expect(await resend(quiz.db, 'results', { since })).toBe(4)
  expect(await resend(quiz.db, 'results', 'given up')).toBe(0)
  deliver()
  await arrived(4)
  await settled()
  const ids = received.map(({ message }) => message.data.assessment_id)
  expect(ids.sort()).toEqual([neverQueued, waiting, givenUp, accepted].map(({ id }) => id).sort())
})
