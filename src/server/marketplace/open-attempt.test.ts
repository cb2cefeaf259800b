import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import {
  besideMarketplace,
  type LoginBehavior,
  type StandInMarketplace,
  startMarketplace,
} from '#harness/peers/marketplace.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let market: StandInMarketplace
let quiz: TestApp
beforeAll(async () => {
  market = await startMarketplace()
  quiz = await startTestApp(besideMarketplace(market.url))
})
beforeEach(() => {
  market.login = 'prompt'
})
afterAll(async () => {
  await quiz.close()
  await market.close()
})

let people = 0
function learner(): ApiClient {
  const client = new ApiClient(quiz.app)
  client.setCookie('sid', `${++people}-first`)
  return client
}

const stateOf = (html: string) => JSON.parse(html.match(/<script[^>]*id="state"[^>]*>([^<]*)</)?.[1] ?? 'null')
const stateFor = async (client: ApiClient) => stateOf((await client.page(urls.quiz)).body)
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

describe('14.17: an open attempt of an account of an external marketplace', () => {
  it('asks the marketplace once, not for each answer', async () => {
    const client = learner()
    market.asked = 0
    expect((await client.play('french', () => true)).status).toBe('finished')
    expect(market.asked).toBe(1)
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
      expect(state.open).toMatchObject([{ id: attempt.id, answered: 1 }])
      expect(state.isLoginUnknown).toBe(login !== '401 once')
      while (attempt.status === 'open') attempt = await client.answerNext(attempt, true)
      expect(attempt.result).not.toBeNull()
    },
  )

  it('is not lost without its cookie: 503 with Retry-After until the visitor is identified', async () => {
    const client = learner()
    const attempt = await client.start('german')
    const bare = without(client, 'attempt_german')
    bare.setCookie('sid', `${people}-unheard-of`)
    market.login = 'status 500'
    const reply = await quiz.app.inject({
      method: 'PUT',
      url: urls.answer(attempt.id, 1),
      cookies: bare.cookies,
      payload: { choice: [] },
    })
    expect([reply.statusCode, reply.headers['retry-after'], reply.json().error.code]).toEqual([503, '1', 'unavailable'])
    expect((await bare.send('GET', urls.assessment(attempt.id))).status).toBe(503)
    expect((await bare.send('POST', urls.reports, { assessment_id: attempt.id })).status).toBe(503)
  })

  it('is refused with 401 after a sign-out, and taken after the next sign-in', async () => {
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

  it('loses its cookie on a page that learns of the sign-out, though the session cookie stays', async () => {
    const client = learner()
    await client.start('german')
    market.login = 'signed out'
    const { cookies } = await askedAgain(client).page(urls.quiz)
    expect(cookies).toMatchObject([{ name: 'attempt_german', value: '' }])
  })

  it('proves only itself, only while open, and only with the session that started it', async () => {
    const client = learner()
    const done = await client.play('french', () => false)
    const open = await client.start('korean')
    expect(client.cookies.attempt_french ?? '').toBe('')
    market.login = 'status 500'
    const bare = (session: string, cookie = client.cookies.attempt_korean as string) => {
      const other = new ApiClient(quiz.app)
      other.setCookie('sid', session)
      other.setCookie('visitor', 'w'.repeat(43))
      other.setCookie('attempt_korean', cookie)
      return other
    }
    const own = client.cookies.sid as string
    expect((await bare(own).send('GET', urls.assessment(open.id))).status).toBe(200)
    expect((await bare(own).send('GET', urls.assessment(done.id))).status).toBe(503)
    expect((await bare(`${people}-another`).send('GET', urls.assessment(open.id))).status).toBe(503)
    const forged = (client.cookies.attempt_korean as string).replace(open.id, done.id)
    expect((await bare(own, forged).send('GET', urls.assessment(done.id))).status).toBe(503)
    const kept = bare(own)
    let attempt = open
    while (attempt.status === 'open') attempt = await kept.answerNext(attempt, false)
    expect((await bare(own).send('GET', urls.assessment(open.id))).status).toBe(503)
    expect((await bare(own).answer(open.id, 15, [])).status).toBe(503)
  })

  it('starts as the visitor’s while they cannot be identified, and becomes the account’s afterwards', async () => {
    const client = learner()
    market.login = 'hangs'
    let attempt = await client.start('italian')
    attempt = await client.answerNext(attempt, true)
    market.login = 'prompt'
    client.setCookie('sid', `${people}-not-asked-for-yet`)
    expect((await stateFor(client)).open).toMatchObject([{ id: attempt.id }])
    market.login = 'hangs'
    expect((await client.answerNext(attempt, true)).answered).toBe(2)
  })
})
