import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let asking: TestApp
let silent: TestApp
beforeAll(async () => {
  asking = await startTestApp({ CONSENT: 'ask' })
  silent = await startTestApp()
})
afterAll(() => Promise.all([asking.close(), silent.close()]))

const SIGNAL = { 'sec-gpc': '1' }
const landingEvent = {
  name: 'view_free_assessment_landing_page',
  occurred_at: new Date().toISOString(),
  properties: { flow_id: '0-english-1795259399587' },
}

const choose = (payload: string, headers: Record<string, string> = {}) =>
  asking.app.inject({
    method: 'POST',
    url: urls.consent,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  })

/** Sends one browser event and one answer. Returns the number of events added, and whether the answer was stored. */
async function useBoth({ app, db }: TestApp, choice: string, headers: Record<string, string>) {
  const count = async () => (await db.selectFrom('events').select('id').execute()).length
  const client = new ApiClient(app)
  client.setCookie('consent', choice)
  const before = await count()
  await client.send('POST', urls.events, { events: [landingEvent] }, headers)
  const { id } = await client.start('english')
  const { body } = await client.send<{ answered: number }>('PUT', urls.answer(id, 1), { choice: [] }, headers)
  return { events: (await count()) - before, answered: body.data.answered }
}

describe('consent (docs/decisions/013)', () => {
  it.each([
    ['asked for, without a choice', 'ask', '', {}, 0],
    ['asked for and allowed', 'ask', 'allowed', {}, 2],
    ['asked for and declined', 'ask', 'declined', {}, 0],
    ['asked for, with an invalid cookie', 'ask', 'yes', {}, 0],
    ['allowed, but the browser signals an opt-out', 'ask', 'allowed', SIGNAL, 0],
    ['not asked for', 'off', '', {}, 2],
    ['not asked for, but declined', 'off', 'declined', {}, 0],
    ['not asked for, but the browser signals an opt-out', 'off', '', SIGNAL, 0],
    ['not asked for, with an invalid signal', 'off', '', { 'sec-gpc': '0' }, 2],
  ])(
    '%s: the assessment continues, events are stored only if allowed',
    async (_name, mode, choice, headers, events) => {
      expect(await useBoth(mode === 'ask' ? asking : silent, choice, headers)).toEqual({ events, answered: 1 })
    },
  )

  it('the script stores it for half a year, in a cookie for this site', async () => {
    const reply = await asking.app.inject({ method: 'PUT', url: urls.consent, payload: { choice: 'declined' } })
    expect(reply.statusCode).toBe(204)
    const attributes = { path: '/', sameSite: 'Lax', maxAge: 182 * 24 * 3600 }
    expect(reply.cookies).toEqual([{ name: 'consent', value: 'declined', ...attributes }])
  })

  it.each([
    ['choice=allowed&next=%2Flanguageassessment', urls.landing],
    ['choice=allowed', urls.privacy],
    ['choice=allowed&next=https%3A%2F%2Fevil.example', urls.quiz],
  ])('the form %s stores it and leads to %s', async (form, location) => {
    const reply = await choose(form)
    expect([reply.statusCode, reply.headers.location, reply.cookies[0]?.value]).toEqual([303, location, 'allowed'])
  })

  it('refuses any other choice, and any from another site', async () => {
    const replies = [
      await asking.app.inject({ method: 'PUT', url: urls.consent, payload: { choice: 'unasked' } }),
      await choose('choice=maybe'),
      await choose(''),
      await choose('choice=allowed', { origin: 'https://evil.example' }),
    ]
    expect(replies.map(({ statusCode, cookies }) => [statusCode, cookies.length])).toEqual([
      [400, 0],
      [400, 0],
      [400, 0],
      [403, 0],
    ])
  })
})

describe('the question', () => {
  const open = (world: TestApp, url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })

  it.each([urls.landing, urls.quizIn('french')])(
    'is shown on %s until it is answered, and leads back there',
    async (url) => {
      const { body } = await open(asking, url)
      expect(body).toContain('data-consent="unasked"')
      expect(body).toContain(`name="next" value="${url}"`)
      for (const headers of [{ cookie: 'consent=declined' }, { cookie: 'consent=allowed' }, SIGNAL])
        expect((await open(asking, url, headers)).body).not.toContain('id="consent"')
      expect((await open(silent, url)).body).not.toContain('id="consent"')
    },
  )

  it('exposes the current choice to scripts', async () => {
    expect((await open(asking, urls.landing, { cookie: 'consent=allowed' })).body).toContain('data-consent="allowed"')
    expect((await open(silent, urls.landing)).body).toContain('data-consent="allowed"')
    expect((await open(silent, urls.landing, SIGNAL)).body).toContain('data-consent="declined"')
  })

  it('can be changed on the privacy page, except against the browser’s signal', async () => {
    expect((await open(asking, urls.privacy)).body).toContain('You haven’t chosen yet')
    expect((await open(silent, urls.privacy)).body).toContain('You currently allow this')
    const signaled = (await open(asking, urls.privacy, { ...SIGNAL, cookie: 'consent=allowed' })).body
    expect(signaled).toContain('Your browser sends the Global Privacy Control signal')
    expect(signaled).not.toContain('<form')
  })
})
