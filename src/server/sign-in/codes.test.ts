import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { FetchBrowser } from '#harness/peers/fetch-browser.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import type { CodeMessage } from './senders.ts'

const PEPPER = 'a pepper for testing codes'
const FROM_MANY = { MAILS_PER_DAY: '100000', CODE_PEPPER: PEPPER }

let world: TestApp
let base: string
let targets = 0
const sent: (CodeMessage & { channel: string })[] = []
const sender = {
  email: async (message: CodeMessage) => void sent.push({ channel: 'email', ...message }),
  phone: async (message: CodeMessage) => void sent.push({ channel: 'phone', ...message }),
}

beforeAll(async () => {
  world = await startTestApp(FROM_MANY, sender)
  base = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())
beforeEach(() => {
  sent.length = 0
})

const newEmail = () => `learner${++targets}@example.com`
const ask = (browser: FetchBrowser, target: string, channel = 'email') =>
  browser.send('POST', `${base}${urls.codes}`, { channel, target })
const redeem = (browser: FetchBrowser, id: string, code: string, headers = {}) =>
  browser.send('POST', `${base}${urls.sessions}`, { challenge_id: id, code }, headers)
const whoIs = async (browser: FetchBrowser): Promise<number | undefined> =>
  (await browser.send('GET', `${base}${urls.login}`)).body.data.user_id

async function codeFor(browser: FetchBrowser, target: string, channel = 'email') {
  const before = sent.length
  const { status, body } = await ask(browser, target, channel)
  expect(status).toBe(202)
  // Codes are sent after the response.
  const message = () => sent.slice(before).find((one) => one.target === target)
  await expect.poll(message).toBeDefined()
  const { code } = message() as CodeMessage
  return { id: body.data.challenge_id as string, code, wrong: code === '000000' ? '000001' : '000000' }
}

/** Makes the code this much older. */
const age = (id: string, seconds: number) =>
  sql`update code_challenges set created_at = created_at - ${seconds} * interval '1 second',
    expires_at = expires_at - ${seconds} * interval '1 second' where id = ${id}`.execute(world.db)

const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]
const EXPIRED = [410, 'code_expired']
const WRONG = [422, 'code_wrong']

describe('a code', () => {
  it.each([
    ['email', '\u200bAda.Lovelace＠Example。com', 'ada.lovelace@example.com', 'ada.lovelace@example.com'],
    ['phone', '0044 (0)7400/123456', '+447400123456', '+44 7400 123456'],
  ])('by %s signs in, each time to the same account', async (channel, typed, target, sent_to) => {
    const browser = new FetchBrowser()
    const requested = await ask(browser, typed, channel)
    expect(requested.body).toEqual({ data: { challenge_id: expect.any(String), sent_to, resend_after_seconds: 30 } })
    await expect
      .poll(() => sent)
      .toMatchObject([{ channel, target, code: expect.stringMatching(/^\d{6}$/), locale: 'en' }])
    const { challenge_id: id } = requested.body.data
    const reply = await redeem(browser, id, sent[0]?.code as string)
    expect(reply.status).toBe(201)
    expect(await whoIs(browser)).toBe(reply.body.data.user_id)
    await age(id, 600)
    const again = new FetchBrowser()
    const second = await codeFor(again, target, channel)
    expect((await redeem(again, second.id, second.code)).body.data.user_id).toBe(reply.body.data.user_id)
  })

  it('is stored as an HMAC, and never logged', async () => {
    const { id, code } = await codeFor(new FetchBrowser(), newEmail())
    const row = await world.db.selectFrom('code_challenges').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(Object.values(row).map(String)).not.toContain(code)
    expect(row.code_hmac).toMatch(/^[\w-]{43}$/)
  })

  it("v5.0.0-6.3.1, 6.6.3: A11 allows five tries, then refuses even the right code; a resend doesn't restore the first code's tries", async () => {
    const browser = new FetchBrowser()
    const target = newEmail()
    const first = await codeFor(browser, target)
    for (let guess = 0; guess < 4; guess++) expect(outcome(await redeem(browser, first.id, first.wrong))).toEqual(WRONG)
    await age(first.id, 31)
    const second = await codeFor(browser, target)
    expect(outcome(await redeem(browser, first.id, first.code))).toEqual(EXPIRED)
    for (let guess = 0; guess < 5; guess++)
      expect(outcome(await redeem(browser, second.id, second.wrong))).toEqual(WRONG)
    expect(outcome(await redeem(browser, second.id, second.code))).toEqual(EXPIRED)
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('v5.0.0-6.3.1: A11 the tries are counted across processes and survive restarts', async () => {
    const browser = new FetchBrowser()
    const { id, code, wrong } = await codeFor(browser, newEmail())
    for (let guess = 0; guess < 5; guess++) {
      const row = await world.db.selectFrom('code_challenges').select('tries').where('id', '=', id).executeTakeFirst()
      expect(row?.tries).toBe(guess)
      await redeem(browser, id, wrong)
    }
    expect(outcome(await redeem(browser, id, code))).toEqual(EXPIRED)
  })

  it('v5.0.0-6.3.1, 6.6.3: A12 the five tries are counted together across addresses', async () => {
    const browser = new FetchBrowser()
    const { id, code, wrong } = await codeFor(browser, newEmail())
    const headers = { cookie: `code_browser=${browser.cookie(base, 'code_browser')}` }
    const guess = async (number: number): Promise<number> => {
      const { statusCode } = await world.app.inject({
        method: 'POST',
        url: urls.sessions,
        headers,
        payload: { challenge_id: id, code: wrong },
        remoteAddress: `10.0.0.${number}`,
      })
      // On a busy machine, those that waited too long for a connection are asked to try again.
      return statusCode === 503 ? guess(number) : statusCode
    }
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, number) => guess(number)))
    expect(statuses.sort()).toEqual([...Array(35).fill(410), ...Array(5).fill(422)])
    expect(outcome(await redeem(browser, id, code))).toEqual(EXPIRED)
  })

  it('v5.0.0-6.5.1: F20 the right code sent fifty times at once signs in once', async () => {
    const browser = new FetchBrowser()
    const target = newEmail()
    const { id, code } = await codeFor(browser, target)
    const replies = await Promise.all(Array.from({ length: 50 }, () => redeem(browser, id, code)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const rows = await world.db.selectFrom('emails').selectAll().where('email', '=', target).execute()
    expect(rows).toHaveLength(1)
  })

  it('v5.0.0-6.5.5: expires after five minutes by the database’s clock', async () => {
    const browser = new FetchBrowser()
    const { id, code } = await codeFor(browser, newEmail())
    await age(id, 301)
    expect(outcome(await redeem(browser, id, code))).toEqual(EXPIRED)
  })

  it("v5.0.0-6.6.2: works only in the browser that requested it, and tries from another one don't count", async () => {
    const [browser, other] = [new FetchBrowser(), new FetchBrowser()]
    const { id, code, wrong } = await codeFor(browser, newEmail())
    await codeFor(other, newEmail())
    for (const stranger of [other, new FetchBrowser()])
      for (let guess = 0; guess < 6; guess++)
        expect(outcome(await redeem(stranger, id, guess % 2 ? code : wrong))).toEqual(EXPIRED)
    expect((await redeem(browser, id, code)).status).toBe(201)
  })

  it('v5.0.0-6.3.8: returns the same reply whether or not an account exists', async () => {
    const known = newEmail()
    const browser = new FetchBrowser()
    const { id, code } = await codeFor(browser, known)
    await redeem(browser, id, code)
    await age(id, 86_401)
    const replies = await Promise.all([known, newEmail()].map((target) => ask(new FetchBrowser(), target)))
    const shown = replies.map(({ status, body, headers }) => [
      status,
      body.data.resend_after_seconds,
      Object.keys(body.data),
      [...headers.keys()].sort(),
    ])
    expect(shown[0]).toEqual(shown[1])
  })

  it('v5.0.0-10.1.2: A3 no other secret works as a code, a browser token or a session', async () => {
    const browser = new FetchBrowser()
    const { id, code } = await codeFor(browser, newEmail())
    const browserToken = browser.cookie(base, 'code_browser') as string
    await redeem(browser, id, code)
    const session = browser.cookie(base, 'sid') as string
    const victim = new FetchBrowser()
    const open = await codeFor(victim, newEmail())
    for (const token of [session, browserToken, open.id]) {
      const thief = new FetchBrowser()
      thief.setCookie(base, 'code_browser', token)
      if (token !== session) thief.setCookie(base, 'sid', token)
      expect(outcome(await redeem(thief, open.id, open.code))).toEqual(EXPIRED)
      expect(await whoIs(thief)).toBeUndefined()
      expect((await redeem(thief, token, open.code)).status).toBeGreaterThanOrEqual(400)
      const callback = `${base}${urls.callback('google')}?code=${token}&state=${token}`
      expect((await thief.visit(callback)).status).toBe(404)
    }
  })

  it('A6 ends the previous session, and signing out ends its own', async () => {
    const browser = new FetchBrowser()
    browser.setCookie(base, 'sid', 'A'.repeat(43))
    const { id, code } = await codeFor(browser, newEmail())
    await redeem(browser, id, code)
    const session = browser.cookie(base, 'sid') as string
    expect(session).not.toBe('A'.repeat(43))
    expect(browser.cookie(base, 'code_browser')).toBeUndefined()
    for (let time = 0; time < 2; time++)
      expect((await browser.send('DELETE', `${base}${urls.currentSession}`)).status).toBe(204)
    browser.setCookie(base, 'sid', session)
    expect(await whoIs(browser)).toBeUndefined()
  })
})

describe('rejected requests', () => {
  it.each([
    ['email', 'ada@localhost'],
    ['email', '\u212aate@example.com'],
    ['email', 'ada@example.com\r\nbcc: eve@example.com'],
    ['phone', '+449098790000'],
    ['phone', '+8801712345678'],
    ['phone', 'ada@example.com'],
  ])('%s %j', async (channel, target) => {
    const before = await world.db.selectFrom('code_challenges').select('id').execute()
    expect(outcome(await ask(new FetchBrowser(), target, channel))).toEqual([422, 'target_refused'])
    expect(await world.db.selectFrom('code_challenges').select('id').execute()).toEqual(before)
  })

  it('a country that gets no codes, named in the reply', async () => {
    const { body } = await ask(new FetchBrowser(), '+8501921234567', 'phone')
    expect(body.error).toMatchObject({ code: 'target_refused', country: 'KP' })
  })

  it.each(['12345', '1234567', '١٢٣٤٥', '12345a', '', '1'.repeat(101), null, 123456, ['123456'], { $ne: '' }])(
    'the code %j',
    async (code) => {
      const browser = new FetchBrowser()
      const body = { challenge_id: randomUUID(), code }
      expect(outcome(await browser.send('POST', `${base}${urls.sessions}`, body))).toEqual([400, 'invalid_request'])
    },
  )

  it('a code that never existed, like an expired one', async () => {
    expect(outcome(await redeem(new FetchBrowser(), randomUUID(), '123456'))).toEqual(EXPIRED)
  })

  it('a request from another site', async () => {
    const foreign = { origin: 'https://evil.example' }
    expect(outcome(await redeem(new FetchBrowser(), randomUUID(), '123456', foreign))).toEqual([
      403,
      'cross_site_request',
    ])
  })

  it("a channel that isn't configured", async () => {
    const bare = await startTestApp()
    const payload = { channel: 'email', target: 'ada@example.com' }
    expect((await bare.app.inject({ method: 'POST', url: urls.codes, payload })).statusCode).toBe(422)
    await bare.close()
  })

  it('a number without its country code, unless the visitor is in that country', async () => {
    const browser = new FetchBrowser()
    expect(outcome(await ask(browser, '(415) 555-2671', 'phone'))).toEqual([422, 'target_refused'])
    browser.setCookie(base, 'country_id', 'US')
    expect((await ask(browser, '(415) 555-2671', 'phone')).body.data.sent_to).toBe('+1 415 555 2671')
  })

  it('no code just because its digits are in another script', async () => {
    const browser = new FetchBrowser()
    const { id, code } = await codeFor(browser, newEmail())
    const typed = code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] as string)
    expect((await redeem(browser, id, ` ${typed.slice(0, 3)}-${typed.slice(3)}\u200e`)).status).toBe(201)
  })
})

describe('too many codes', () => {
  const retryAfter = async (browser: FetchBrowser, target: string) => {
    const { status, headers, body } = await ask(browser, target)
    expect([status, body.error?.code]).toEqual([429, 'too_many_requests'])
    return Number(headers.get('retry-after'))
  }

  it('to one target, the pause doubles for all browsers in the network, for a day', async () => {
    const target = newEmail()
    const age = (seconds: number) =>
      sql`update code_challenges set created_at = created_at - ${seconds} * interval '1 second'
        where target = ${target}`.execute(world.db)
    for (const pause of [30, 60, 120, 240, 480]) {
      const { body } = await ask(new FetchBrowser(), target)
      expect(body.data.resend_after_seconds).toBe(pause)
      const wait = await retryAfter(new FetchBrowser(), target)
      expect(wait).toBeGreaterThan(pause - 10)
      expect(wait).toBeLessThanOrEqual(pause)
      await age(wait)
    }
    await age(86_400)
    expect((await ask(new FetchBrowser(), target)).body.data.resend_after_seconds).toBe(30)
  })

  it('A13 rows are deleted after a day', async () => {
    const { id } = await codeFor(new FetchBrowser(), newEmail())
    await age(id, 86_401)
    await codeFor(new FetchBrowser(), newEmail())
    expect(await world.db.selectFrom('code_challenges').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it.each([
    ['from one network', '60', 3, 202],
    ['altogether', '3', 1, 202],
  ])('%s, exactly, even at the same moment', async (_name, MAILS_PER_DAY, allowed, elsewhere) => {
    const small = await startTestApp({ ...FROM_MANY, MAILS_PER_DAY }, sender)
    const askFrom = async (remoteAddress: string) => {
      const payload = { channel: 'email', target: newEmail() }
      return (await small.app.inject({ method: 'POST', url: urls.codes, payload, remoteAddress })).statusCode
    }
    const statuses = await Promise.all(Array.from({ length: 12 }, () => askFrom('203.0.113.9')))
    expect(statuses.filter((status) => status === 202)).toHaveLength(allowed)
    expect(statuses.filter((status) => status === 429)).toHaveLength(12 - allowed)
    expect(await askFrom('198.51.100.10')).toBe(elsewhere)
    await small.close()
  })
})
