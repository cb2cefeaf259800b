import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestAppOf, type TestApp } from '#harness/test-app.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { createApp } from '../app.ts'

const registry = new Registry()
let world: TestApp
beforeAll(async () => {
  world = await startTestAppOf({}, (dependencies) => createApp({ ...dependencies, sender: {}, registry }))
})
afterAll(() => world.app.close())

const lines = async (pattern: RegExp) => (await registry.metrics()).split('\n').filter((line) => pattern.test(line))

it('counts quizzes by language, once at the start and once at the end', async () => {
  const client = new ApiClient(world.app)
  const finished = await client.play('french', () => true)
  await client.answer(finished.id, QUESTIONS, [])
  await client.start('german')
  await client.send('POST', urls.attempts, { language: 'klingon' })
  expect(await lines(/^language_quiz_\w+_total.*(french|german)/)).toEqual([
    'language_quiz_started_total{language="french"} 1',
    'language_quiz_started_total{language="german"} 1',
    'language_quiz_finished_total{language="french"} 1',
    'language_quiz_finished_total{language="german"} 0',
  ])
})

it('counts requests by route and status, with no made-up or personal URLs', async () => {
  const client = new ApiClient(world.app)
  const { id } = await client.start('english')
  await client.send('GET', urls.attempt(id))
  await client.page('/nothing/here-but-this')
  const text = await registry.metrics()
  expect(text).toMatch(
    /language_quiz_http_request_duration_seconds_count\{method="GET",route="\/v1\/assessments\/:id",status="200"\} 1/,
  )
  expect(text).toMatch(/language_quiz_http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 1/)
  expect(text).not.toContain(id)
  expect(text).not.toContain('here-but-this')
})

it("aren't served by the app itself", async () => {
  expect((await world.app.inject('/metrics')).statusCode).toBe(404)
})

it('report whether the database responds, and requests in progress', async () => {
  expect(await lines(/^language_quiz_(database_up|(pages|answers|starts)_\w+) /)).toEqual([
    'language_quiz_database_up 1',
    'language_quiz_pages_in_work 0',
    'language_quiz_pages_waiting 0',
    'language_quiz_answers_in_work 0',
    'language_quiz_answers_waiting 0',
    'language_quiz_starts_in_work 0',
    'language_quiz_starts_waiting 0',
  ])
  await world.db.destroy()
  expect(await lines(/^language_quiz_database_up /)).toEqual(['language_quiz_database_up 0'])
})

it('a scrape waits at most a second for a hanging database', async () => {
  const hanging = new Registry()
  const hung = await startTestAppOf({ EVENTS_COLLECTOR_URL: 'http://127.0.0.1:9/' }, (dependencies) => {
    const db = dependencies.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: () => new Promise(() => undefined),
    })
    return createApp({ ...dependencies, db, sender: {}, registry: hanging })
  })
  const begun = performance.now()
  const text = await hanging.metrics()
  expect(performance.now() - begun).toBeLessThan(2000)
  expect(text).toMatch(/^language_quiz_database_up 0$/m)
  expect(text).toMatch(/^language_quiz_outbox_waiting\{topic="events"\} Nan$/im)
  await hung.close()
})

it('count refusals by limit, codes sent and failed, sign-ins, and calls to others; all our names have the prefix', async () => {
  const own = new Registry()
  const collector = createServer((_request, response) => response.writeHead(503).end()).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/batch`
  const codes: string[] = []
  const counted = await startTestAppOf({ EVENTS_COLLECTOR_URL: url }, (dependencies) =>
    createApp({
      ...dependencies,
      otherLimits: { attempts: 1 },
      sender: {
        email: async ({ code }) => void codes.push(code),
        phone: async () => {
          throw new Error('no')
        },
      },
      registry: own,
    }),
  )
  const client = new ApiClient(counted.app)
  for (const language of ['french', 'german']) await client.send('POST', urls.attempts, { language })
  const asked = await client.send<{ challenge_id: string }>('POST', urls.codes, {
    channel: 'email',
    target: 'a@example.test',
  })
  await vi.waitFor(() => expect(codes).toHaveLength(1), { timeout: HANG_MS })
  const { challenge_id } = asked.body.data
  expect((await client.send('POST', urls.sessions, { challenge_id, code: codes[0] })).status).toBe(201)
  await fetch(url)
  collector.closeAllConnections()
  await once(collector.close(), 'close')
  await expect(fetch(url)).rejects.toThrow()
  const text = await own.metrics()
  for (const line of [
    'language_quiz_refusals_total{limit="assessments"} 1',
    'language_quiz_messages_total{channel="email",outcome="sent"} 1',
    'language_quiz_messages_total{channel="phone",outcome="failed"} 0',
    'language_quiz_sign_ins_total{way="code"} 1',
    'language_quiz_call_duration_seconds_count{to="collector",outcome="refused"} 1',
    'language_quiz_outbox_waiting{topic="events"} 0',
    'language_quiz_outbox_given_up{topic="events"} 0',
    'language_quiz_call_duration_seconds_count{to="collector",outcome="failed"} 1',
  ])
    expect(text).toContain(`${line}\n`)
  expect(text).toMatch(/^language_quiz_build_info\{version="[\d.]+",node="v[\d.]+"\} 1$/m)
  expect(
    [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name).filter((name) => !/^language_quiz_/.test(`${name}`)),
  ).toEqual([])
  await counted.close()
})
