import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { HANG_MS } from '#harness/time-limit.ts'

const CROSS_SITE = { 'sec-fetch-site': 'cross-site' }

let world: TestApp
let port: number
beforeAll(async () => {
  world = await startTestApp()
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => world.close())

/** Pages rendered concurrently, plus those that may wait. */
const SERVED = 16 + 200

const many = (url: string, count = SERVED + 40) =>
  Promise.all(Array.from({ length: count }, () => world.app.inject(url)))

it('serves sixteen pages at a time and two hundred waiting; the rest get a 503 page with a retry hint', async () => {
  const replies = await many(urls.landing)
  const served = replies.filter(({ statusCode }) => statusCode === 200)
  const refused = replies.filter(({ statusCode }) => statusCode === 503)
  expect(served.length + refused.length).toBe(SERVED + 40)
  // A slow machine rejects some after the maximum wait.
  expect(served.length).toBeLessThanOrEqual(SERVED)
  expect(served.length).toBeGreaterThanOrEqual(16)
  for (const reply of refused) {
    expect(reply.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' })
    const policy = String(reply.headers['content-security-policy'])
    expect(reply.body).not.toMatch(/nonce-of/)
    for (const [, used] of reply.body.matchAll(/nonce="([^"]*)"/g)) expect(policy).toContain(`'nonce-${used}'`)
  }
  expect(new Set(refused.map(({ body }) => body.includes('<h1'))).has(false)).toBe(false)
  expect((await world.app.inject(urls.landing)).statusCode).toBe(200)
})

const drawn = vi.hoisted(() => ({ pages: 0 }))
vi.mock('#web/render.tsx', async (load) => {
  const renderer = await load<typeof import('#web/render.tsx')>()
  const render: typeof renderer.render = (...page) => {
    drawn.pages++
    return renderer.render(...page)
  }
  return { ...renderer, render }
})

it.each([
  ['has no readable host', 400, { url: urls.quiz, headers: { host: 'a b' } }],
  ["requests the picture of a report that doesn't exist", 404, { url: urls.reportPicture('a'.repeat(22)) }],
  ['returns from an unknown provider', 404, { url: urls.callback('nobody') }],
  ['starts a sign-in from another site', 403, { url: urls.signInWith('corp'), headers: CROSS_SITE }],
])('a request that %s skips the gate and renders no page', async (_, status, request) => {
  const ask = () => world.app.inject(request)
  const first = await ask()
  expect([first.statusCode, first.body.includes('<h1')]).toEqual([status, true])
  const { pages } = drawn
  const replies = await Promise.all(Array.from({ length: 40 }, ask))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([status]))
  expect(drawn.pages).toBe(pages)
  for (const { body, headers } of replies)
    for (const [, used] of body.matchAll(/nonce="([^"]*)"/g))
      expect(headers['content-security-policy']).toContain(`'nonce-${used}'`)
})

it("API calls, health checks and files aren't affected", async () => {
  for (const url of [urls.login, urls.health, urls.ready, urls.picture('cat')])
    expect(new Set((await many(url)).map(({ statusCode }) => statusCode))).not.toContain(503)
})

it('a client that disconnects frees its place', async () => {
  for (let round = 0; round < 20; round++) {
    const sockets = Array.from({ length: 10 }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`GET ${urls.quiz} HTTP/1.1\r\nHost: quiz.test\r\n\r\n`)
      return socket
    })
    await sleep(Math.random() * 10)
    for (const socket of sockets) socket.resetAndDestroy()
  }
  // All places are free now.
  const allServed = async () => (await many(urls.landing, 32)).every(({ statusCode }) => statusCode === 200)
  await expect.poll(allServed, { timeout: HANG_MS }).toBe(true)
})

it('rejects some of many simultaneous starts without a trace, but accepts every answer in quizzes in progress', async () => {
  const count = () =>
    world.db
      .selectFrom('assessments')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = Number((await count()).n)
  const start = () => world.app.inject({ method: 'POST', url: urls.attempts, payload: { language: 'english' } })
  const replies = await Promise.all(Array.from({ length: 100 }, start))
  const begun = replies.filter(({ statusCode }) => statusCode === 201)
  const refused = replies.filter(({ statusCode }) => statusCode === 503)
  expect(begun.length + refused.length).toBe(100)
  // Four at a time and fifty in line; a slow machine rejects some of them after the maximum wait.
  expect(begun.length).toBeGreaterThan(1)
  expect(begun.length).toBeLessThanOrEqual(54)
  for (const reply of refused) {
    expect(reply.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' })
    expect(reply.json().error.code).toBe('unavailable')
  }
  expect(Number((await count()).n)).toBe(before + begun.length)
  const answers = begun.map((reply) =>
    world.app.inject({
      method: 'PUT',
      url: urls.answer(reply.json().data.id, 1),
      payload: { choice: [] },
      cookies: { visitor: reply.cookies.find(({ name }) => name === 'visitor')?.value ?? '' },
    }),
  )
  expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
