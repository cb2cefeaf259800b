import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { readPageState } from '#harness/page-state.ts'
import {
  type LoginBehavior,
  marketplaceSettings,
  type StandInMarketplace,
  startMarketplace,
} from '#harness/peers/marketplace.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { HANG_MS } from '#harness/time-limit.ts'

let market: StandInMarketplace
let quiz: TestApp
beforeAll(async () => {
  // The app captures its clock at startup.
  vi.useFakeTimers({ toFake: ['Date'] })
  market = await startMarketplace()
  quiz = await startTestApp(marketplaceSettings(market.url))
})
beforeEach(() => {
  market.login = 'prompt'
})
afterAll(async () => {
  vi.useRealTimers()
  await quiz.close()
  await market.close()
})

let people = 0
function learner(): ApiClient {
  const client = new ApiClient(quiz.app)
  client.setCookie('sid', `${++people}-first`)
  return client
}

const stateFor = async (client: ApiClient) => readPageState((await client.page(urls.quiz)).body)
/** A recent identification is reused; another visitor cookie forces a new one. */
function askedAgain(client: ApiClient): ApiClient {
  const other = without(client)
  other.setCookie('visitor', 'v'.repeat(43))
  return other
}

const without = (client: ApiClient, ...names: string[]) => {
  const other = new ApiClient(quiz.app)
  for (const [name, value] of Object.entries(client.cookies)) if (!names.includes(name)) other.setCookie(name, value)
  return other
}

describe('an open attempt by an account from a linked marketplace', () => {
  it('asks the marketplace once instead of for each answer', async () => {
    const client = learner()
    market.loginCalls = 0
    expect((await client.play('french', () => true)).status).toBe('finished')
    expect(market.loginCalls).toBe(1)
  })

  it.each(['slow', 'hangs', 'status 500', '401 once'] satisfies LoginBehavior[])(
    'continues when /v2/login is %s, even after a reload',
    async (login) => {
      const client = learner()
      let attempt = await client.start('german')
      attempt = await client.answerNext(attempt, true)
      const reloaded = askedAgain(client)
      market.login = login
      const state = await stateFor(reloaded)
      expect(state.attempts.open).toMatchObject([{ id: attempt.id, answered: 1 }])
      expect(state.visitor.isLoginUnknown).toBe(login !== '401 once')
      while (attempt.status === 'open') attempt = await client.answerNext(attempt, true)
      expect(attempt.result).not.toBeNull()
    },
  )

  it('labels its events with the marketplace’s id for the person only', async () => {
    const client = learner()
    const { id } = await client.start('german')
    const { subject, user_id: userId } = await quiz.db
      .selectFrom('identities')
      .innerJoin('assessments', 'assessments.user_id', 'identities.user_id')
      .select(['subject', 'identities.user_id'])
      .where('assessments.id', '=', id)
      .executeTakeFirstOrThrow()
    market.login = 'hangs'
    market.loginCalls = 0
    const send = async (from: ApiClient, named: string) => {
      const properties = { flow_id: `${named}-german-1`, language: 'german' }
      const event = { name: 'select_language', occurred_at: new Date().toISOString(), properties }
      return (await from.send('POST', urls.events, { events: [event] })).status
    }
    expect([await send(client, subject), await send(client, `${subject}0`), market.loginCalls]).toEqual([202, 400, 0])
    const stored = await quiz.db.selectFrom('events').select('user_id').where('name', '=', 'select_language').execute()
    expect(stored).toEqual([{ user_id: userId }])
    const unidentified = without(client, 'assessment_german')
    unidentified.setCookie('sid', `${people}-unheard-of`)
    expect([await send(unidentified, subject), await send(unidentified, '0')]).toEqual([503, 202])
    const begun = await unidentified.send('POST', urls.attempts, { language: 'french', flow_id: `${subject}-french-1` })
    expect([begun.status, begun.body.data.flow_id.split('-')[0]]).toEqual([201, '0'])
  })

  it('without its cookie, gets 503 with Retry-After until the visitor is identified', async () => {
    const client = learner()
    const attempt = await client.start('german')
    const bare = without(client, 'assessment_german')
    bare.setCookie('sid', `${people}-unheard-of`)
    market.login = 'status 500'
    const reply = await quiz.app.inject({
      method: 'PUT',
      url: urls.answer(attempt.id, 1),
      cookies: bare.cookies,
      payload: { choice: [] },
    })
    expect([reply.statusCode, reply.headers['retry-after'], reply.json().error.code]).toEqual([503, '1', 'unavailable'])
    expect((await bare.send('GET', urls.attempt(attempt.id))).status).toBe(503)
    expect((await bare.send('POST', urls.reports, { assessment_id: attempt.id })).status).toBe(503)
  })

  it('is refused with 401 after a sign-out, and accepted after the next sign-in', async () => {
    const client = learner()
    const attempt = await client.start('german')
    const signedOut = without(client, 'sid')
    const refused = await signedOut.answer(attempt.id, 1, [])
    expect([refused.status, refused.body.error.code]).toEqual([401, 'signed_out'])
    expect((await without(client, 'sid', 'visitor').answer(attempt.id, 1, [])).status).toBe(404)
    signedOut.setCookie('sid', `${people}-after-the-next-sign-in`)
    expect((await signedOut.answer(attempt.id, 1, [])).body.data.answered).toBe(1)
    expect((await signedOut.answer(attempt.id, 2, [])).body.data.answered).toBe(2)
  })

  it('loses its cookie on a page that detects the sign-out, even if the session cookie stays', async () => {
    const client = learner()
    await client.start('german')
    market.login = 'signed out'
    const { cookies } = await askedAgain(client).page(urls.quiz)
    expect(cookies).toMatchObject([{ name: 'assessment_german', value: '' }])
  })

  it('proves ownership only of itself, only while open, and only with the session that started it', async () => {
    const client = learner()
    const done = await client.play('french', () => false)
    const open = await client.start('korean')
    expect(client.cookies.assessment_french ?? '').toBe('')
    market.login = 'status 500'
    const bare = (session: string, cookie = client.cookies.assessment_korean as string) => {
      const other = new ApiClient(quiz.app)
      other.setCookie('sid', session)
      other.setCookie('visitor', 'w'.repeat(43))
      other.setCookie('assessment_korean', cookie)
      return other
    }
    const own = client.cookies.sid as string
    expect((await bare(own).send('GET', urls.attempt(open.id))).status).toBe(200)
    expect((await bare(own).send('GET', urls.attempt(done.id))).status).toBe(503)
    expect((await bare(`${people}-another`).send('GET', urls.attempt(open.id))).status).toBe(503)
    const forged = (client.cookies.assessment_korean as string).replace(open.id, done.id)
    expect((await bare(own, forged).send('GET', urls.attempt(done.id))).status).toBe(503)
    const kept = bare(own)
    let attempt = open
    while (attempt.status === 'open') attempt = await kept.answerNext(attempt, false)
    expect((await bare(own).send('GET', urls.attempt(open.id))).status).toBe(503)
    expect((await bare(own).answer(open.id, 15, [])).status).toBe(503)
  })

  it("starts as the visitor’s while they can't be identified, and becomes the account’s afterwards", async () => {
    const client = learner()
    market.login = 'hangs'
    let attempt = await client.start('italian')
    attempt = await client.answerNext(attempt, true)
    market.login = 'prompt'
    client.setCookie('sid', `${people}-not-asked-for-yet`)
    expect((await stateFor(client)).attempts.open).toMatchObject([{ id: attempt.id }])
    market.login = 'hangs'
    expect((await client.answerNext(attempt, true)).answered).toBe(2)
  })
})

describe('a hanging marketplace', () => {
  const start = () => startTestApp({ ...marketplaceSettings(market.url), EMBED_ORIGINS: 'https://school.example' })

  it.each([
    ['any page', urls.how, 'sid', urls.login],
    ['the quiz', urls.quiz, 'sid', urls.foundation],
    ['the quiz, without a session', urls.quiz, 'none', urls.login],
    ['the quiz in a frame', urls.embedded, 'sid', urls.foundation],
    ['the quiz in a frame, without a session', urls.embedded, 'none', urls.login],
  ])("doesn't block others while visitors of %s wait for it", async (_, url, cookie, question) => {
    const world = await start()
    market.login = 'hangs'
    market.paths = []
    const waiting = Array.from({ length: 17 }, (__, number) =>
      world.app.inject({ url, headers: { cookie: `${cookie}=${number}-waits` } }),
    )
    await expect.poll(() => market.paths, { timeout: HANG_MS }).toContain(question)
    // Sixteen pages can render concurrently.
    const other = await world.app.inject(urls.how)
    await Promise.all(waiting)
    await world.close()
    expect(other.statusCode).toBe(200)
  })

  it.each([urls.quiz, urls.embedded])('gets each request once from %s, which still renders', async (url) => {
    const world = await start()
    market.login = 'hangs'
    market.paths = []
    const reply = await world.app.inject({ url, headers: { cookie: 'sid=1-waits' } })
    await world.close()
    expect(reply.statusCode).toBe(200)
    expect(market.paths.toSorted()).toEqual([urls.login, urls.foundation].toSorted())
  })
})

describe("an open attempt's proof of ownership, after a sign-out that leaves the session cookie", () => {
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
  /** A client with only a copy of the two cookies. */
  const copyOf = (client: ApiClient) => without(client, 'visitor')
  const statusesFor = async (client: ApiClient, id: string) => [
    (await client.send('GET', urls.attempt(id))).status,
    (await client.answer(id, 1, [])).status,
  ]

  it('ends with the first reply that reports the sign-out, and resumes with the next sign-in', async () => {
    for (const occasion of [urls.quiz, urls.login]) {
      const client = learner()
      const { id } = await client.start('german')
      const copy = copyOf(client)
      expect((await copy.send('GET', urls.attempt(id))).status).toBe(200)
      market.login = 'signed out'
      later(4)
      await client.page(occasion)
      expect([occasion, ...(await statusesFor(copy, id))]).toEqual([occasion, 404, 404])
      market.login = 'prompt'
      expect(await statusesFor(copy, id)).toEqual([200, 200])
      market.login = 'hangs'
      later(4)
      expect((await copy.send('GET', urls.attempt(id))).status).toBe(200)
      market.login = 'prompt'
    }
  })

  it.each([
    ['is signed out', 'signed out', {}, 404],
    ['is another person’s', 'prompt', { user_id: 990_001 }, 404],
  ] as const)(
    'ends within a minute of use if nothing else checks and the session %s',
    async (_, login, person, status) => {
      const client = learner()
      const { id } = await client.start('german')
      const copy = copyOf(client)
      Object.assign(market, { login, person, loginCalls: 0 })
      later(59)
      expect((await copy.send('GET', urls.attempt(id))).status).toBe(200)
      expect(market.loginCalls).toBe(0)
      later(2)
      await expect.poll(async () => (await copy.send('GET', urls.attempt(id))).status).toBe(status)
      market.person = {}
    },
  )

  it.each(['slow', 'hangs', 'status 500', '401 once'] satisfies LoginBehavior[])(
    'lasts as long as its cookie while the marketplace is "%s", with at most one check per minute',
    async (login) => {
      const client = learner()
      let attempt = await client.start('german')
      const begun = Date.now()
      market.login = login
      market.loginCalls = 0
      while (attempt.status === 'open') {
        later(180)
        expect((await client.send('GET', urls.attempt(attempt.id))).status).toBe(200)
        attempt = await client.answerNext(attempt, true)
      }
      expect(Date.now() - begun).toBeLessThan(3_600_000)
      expect(market.loginCalls).toBeGreaterThan(0)
      expect(market.loginCalls).toBeLessThanOrEqual(15 + 1)
    },
  )
})
