import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestAppOf, type TestApp } from '#harness/test-app.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { createApp } from '../app.ts'

const registry = new Registry()
let world: TestApp
beforeAll(async () => {
  world = await startTestAppOf({ PAGES_AT_ONCE: '1' }, (dependencies) =>
    createApp({ ...dependencies, sender: {}, registry }),
  )
})
afterAll(() => world.app.close())

const lines = async (pattern: RegExp) => (await registry.metrics()).split('\n').filter((line) => pattern.test(line))

it('counts quizzes by language when they start and when they end, once', async () => {
  const client = new ApiClient(world.app)
  const finished = await client.play('french', () => true)
  await client.answer(finished.id, QUESTIONS, [])
  await client.start('german')
  await client.send('POST', urls.assessments, { language: 'klingon' })
  expect(await lines(/^quizzes_.*(french|german)/)).toEqual([
    'quizzes_started_total{language="french"} 1',
    'quizzes_started_total{language="german"} 1',
    'quizzes_finished_total{language="french"} 1',
    'quizzes_finished_total{language="german"} 0',
  ])
})

it('counts requests by route and status; no address that somebody made up or that is somebody’s own', async () => {
  const client = new ApiClient(world.app)
  const { id } = await client.start('english')
  await client.send('GET', urls.assessment(id))
  await client.page('/nothing/here-but-this')
  const text = await registry.metrics()
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/v1\/assessments\/:id",status="200"\} 1/,
  )
  expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 1/)
  expect(text).not.toContain(id)
  expect(text).not.toContain('here-but-this')
})

it('are on no address of the app', async () => {
  expect((await world.app.inject('/metrics')).statusCode).toBe(404)
})

it('tell whether the database answers, and what is in work', async () => {
  expect(await lines(/^(database_up|(pages|answers|starts)_\w+) /)).toEqual([
    'database_up 1',
    'pages_in_work 0',
    'pages_waiting 0',
    'answers_in_work 0',
    'answers_waiting 0',
    'starts_in_work 0',
    'starts_waiting 0',
  ])
  await world.db.destroy()
  expect(await lines(/^database_up /)).toEqual(['database_up 0'])
})
