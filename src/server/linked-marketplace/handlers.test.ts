import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Foundation, Login } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import { ApiClient } from '#harness/api-client.ts'
import { newLearner, startTwoServices, type TwoServices } from '#harness/marketplace-and-quiz.ts'
import { marketplaceSettings } from '#harness/peers/marketplace.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { type Listening, listen, readText } from '#server/demo/identity/stand-in.ts'

describe('with our own product as the marketplace', () => {
  let two: TwoServices
  beforeAll(async () => {
    two = await startTwoServices()
  })
  afterAll(() => two.close())

  const teacherSearch = () => {
    const day = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()
    const specify_time = [1, 2, 3, 4].map((days) => ({ start_time: day(days), end_time: day(days + 1) }))
    return { page_size: 20, user_timezone: 'Europe/Berlin', teach_language: { language: 'english' }, specify_time }
  }

  it('a learner gets their profile, teachers and words from there', async () => {
    const { client, marketplaceId } = await newLearner(two, { nickname: 'Lena', country_id: 'DE' })
    expect((await client.send<Login>('GET', urls.login)).body.data).toEqual({
      country_id: 'DE',
      user_id: marketplaceId,
      nickname: 'Lena',
      avatar_file_name: 'seed-1',
    })
    expect((await client.send('GET', urls.freeTrialEvent)).body).toEqual({ data: {} })
    const onboarding = { primary_learning_language: 'french', primary_learning_level: 3 }
    expect((await client.send('POST', urls.onboarding, onboarding)).status).toBe(200)
    const language = { language_s: ['french', 'portuguese'], level_s: [3, 7], is_learning_s: [true, false] }
    expect((await client.send('POST', urls.profile, { language })).status).toBe(200)
    const { data } = (await client.send<Foundation>('GET', urls.foundation)).body
    expect(data.user).toMatchObject({ register_status: 5, learning_language: 'french' })
    expect(data.language_list).toHaveLength(2)
    const own = await client.send<{ user_id: number; purpose_list: unknown }>(
      'GET',
      `${urls.user(marketplaceId)}?has_detail=1&has_language=1`,
    )
    expect(own.body.data).toMatchObject({ user_id: marketplaceId, purpose_list: [] })
    const teachers = await client.send<unknown[]>('POST', urls.teacherSearch, teacherSearch())
    expect(teachers.body.data.length).toBeGreaterThan(1)
    expect(teachers.body).toHaveProperty('statistics.algo_detail.recipe_name')
    const sets = '?front_language=english&back_language=spanish&language_level=B1&length=2'
    expect((await client.send<unknown[]>('GET', `${urls.cardSetsExplore}${sets}`)).body.data).not.toEqual([])
    expect((await client.send('GET', urls.userMini(9999))).body.data).toMatchObject({ user_id: 9999 })
    const purposes = await client.send<object>('GET', `${urls.purposes}?language=french`)
    expect(Object.keys(purposes.body.data)).toEqual(['adult_purpose', 'kids_purpose'])
    expect(await two.quiz.db.selectFrom('user_languages').selectAll().execute()).toEqual([])
  })

  it('an error there becomes the same error here, in our words', async () => {
    const visitor = new ApiClient(two.quiz.app)
    const signedOut = await visitor.send('GET', urls.foundation)
    expect([signedOut.status, signedOut.body.error.code]).toEqual([401, 'signed_out'])
    const { client } = await newLearner(two)
    const nobody = await client.send('GET', urls.user(999_999_999))
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'not_found'])
  })

  it.each([
    ['POST', urls.codes],
    ['POST', urls.sessions],
    ['DELETE', urls.currentSession],
    ['PATCH', urls.accountData],
    ['GET', urls.account],
    ['GET', urls.signInWith('google')],
    ['GET', urls.teachers('english')],
    ['GET', urls.teacher(1, 'english')],
    ['GET', urls.vocabularySet(1)],
    ['GET', '/v2/anything'],
  ] as const)("%s %s doesn't exist", async (method, url) => {
    const reply = await two.quiz.app.inject({ method, url, ...(method === 'GET' ? {} : { payload: {} }) })
    expect(reply.statusCode).toBe(404)
  })

  it("another site can't fire the free-trial event", async () => {
    const { client } = await newLearner(two)
    const { status } = await client.send('GET', urls.freeTrialEvent, undefined, { 'sec-fetch-site': 'cross-site' })
    expect(status).toBe(403)
  })
})

it("starts without a warning, because Node doesn't print warnings as JSON", async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  const quiz = await startTestApp(marketplaceSettings('http://127.0.0.1:9'))
  await quiz.app.ready()
  await new Promise(setImmediate)
  process.off('warning', note)
  await quiz.close()
  expect(warnings).toEqual([])
})

type Seen = { request: IncomingMessage; body: string }

describe('requests and replies', () => {
  let peer: Listening
  let quiz: TestApp
  let seen: Seen[]
  let scripted: { status: number; headers?: Record<string, string>; json?: unknown; text?: string }
  const log: string[] = []
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  beforeAll(async () => {
    process.on('warning', note)
    peer = await listen(async (request, response) => {
      seen.push({ request, body: await readText(request) })
      response.writeHead(scripted.status, { 'content-type': 'application/json', ...scripted.headers })
      response.end(scripted.text ?? JSON.stringify(scripted.json))
    })
    quiz = await startTestApp(
      { LOG_LEVEL: 'warn', ...marketplaceSettings(peer.url), MARKETPLACE_ONBOARDING_PATH: '/v9/onboard' },
      {},
      { write: (line) => log.push(line) },
    )
  })
  beforeEach(() => {
    seen = []
    log.length = 0
    scripted = { status: 200, json: { data: { country_id: null } } }
  })
  afterEach(() => expect(log.join('')).not.toContain('secret'))
  afterAll(async () => {
    process.off('warning', note)
    await quiz.close()
    await peer.close()
  })

  it('starts without warnings', async () => {
    await quiz.app.ready()
    expect(warnings).toEqual([])
  })

  it('sends the session cookie verbatim, the languages and the browser, no other cookie or header; the IP address only with the login', async () => {
    await quiz.app.inject({
      url: `${urls.login}?own=1`,
      headers: {
        cookie: 'visitor=ours; sid=a%20secret="x"=; country_id=CN; other=theirs',
        'accept-language': 'fr',
        'user-agent': 'Browser/1',
        authorization: 'Bearer ours',
        'x-forwarded-for': '203.0.113.7',
      },
    })
    const [{ request }] = seen as [Seen]
    const { url, headers } = request
    expect(url).toBe('/v2/login')
    expect(headers).toMatchObject({ cookie: 'sid=a%20secret="x"=', 'accept-language': 'fr', 'user-agent': 'Browser/1' })
    expect(headers).not.toHaveProperty('authorization')
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    await new ApiClient(quiz.app).send('GET', urls.foundation)
    expect(seen[1]?.request.headers).not.toHaveProperty('x-forwarded-for')
  })

  describe('a session in two cookies and a header, with a service secret', () => {
    let named: TestApp
    beforeAll(async () => {
      const forwarded = {
        MARKETPLACE_SESSION_COOKIE: '__Host-session, session.sig',
        MARKETPLACE_SESSION_HEADER: 'Authorization',
        MARKETPLACE_COOKIES: 'clearance',
        MARKETPLACE_SECRET: 'Basic secret',
        MARKETPLACE_SECRET_HEADER: 'x-quiz',
        MARKETPLACE_VISITOR_ADDRESS: 'every-call',
      }
      const logTo = { write: (line: string) => void log.push(line) }
      named = await startTestApp({ LOG_LEVEL: 'debug', ...marketplaceSettings(peer.url), ...forwarded }, {}, logTo)
    })
    afterAll(() => named.close())

    it("passes on the request's trace if it's valid", async () => {
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
      for (const given of [traceparent, `${traceparent}"`])
        await named.app.inject({ url: urls.foundation, headers: { traceparent: given } })
      expect(seen.map(({ request }) => request.headers.traceparent)).toEqual([traceparent, undefined])
    })

    it('sends the cookies and headers listed in the settings with each call, and nothing else', async () => {
      const cookie = 'visitor=ours; session.sig=secret-b; sid=no; __Host-session=secret-a; clearance=c; session=no'
      const headers = { cookie, authorization: 'Bearer secret', 'x-quiz': 'forged', 'x-forwarded-for': '203.0.113.7' }
      await named.app.inject({ url: urls.foundation, headers, remoteAddress: '198.51.100.4' })
      expect(seen[0]?.request.headers).toMatchObject({
        cookie: '__Host-session=secret-a; session.sig=secret-b; clearance=c',
        authorization: 'Bearer secret',
        'x-quiz': 'Basic secret',
        'x-forwarded-for': '198.51.100.4',
      })
      await named.app.inject({ url: urls.foundation, headers: { cookie: 'clearance=c' } })
      expect(seen[1]?.request.headers).toMatchObject({ cookie: 'clearance=c', 'x-quiz': 'Basic secret' })
      expect(seen[1]?.request.headers).not.toHaveProperty('authorization')
    })

    it.each([
      ['the header alone', { authorization: 'Bearer secret-1' }],
      ['one of the cookies', { cookie: 'session.sig=secret-2' }],
    ])('%s identifies a session by its value', async (_, headers) => {
      const learners = (user_id: number) => ({ status: 200, json: { data: { country_id: null, user_id } } })
      const start = (carried: Record<string, string>) =>
        named.app.inject({ method: 'POST', url: urls.attempts, payload: { language: 'french' }, headers: carried })
      scripted = learners(41)
      const begun = (await start(headers)).json().data
      const read = (carried: Record<string, string>) =>
        named.app.inject({ url: urls.attempt(begun.id), headers: carried })
      expect((await read(headers)).statusCode).toBe(200)
      scripted = learners(42)
      const [[name, value]] = Object.entries(headers) as [[string, string]]
      expect((await read({ [name]: `${value}-other` })).statusCode).toBe(404)
      scripted = { status: 200, json: { data: { country_id: null } } }
      expect((await read({ cookie: 'clearance=c' })).statusCode).toBe(404)
    })
  })

  it('sends the onboarding to the configured path, with its body', async () => {
    const body = { primary_learning_language: 'german', primary_learning_level: 2 }
    await new ApiClient(quiz.app).send('POST', urls.onboarding, body)
    expect([seen[0]?.request.url, seen[0]?.body]).toEqual(['/v9/onboard', JSON.stringify(body)])
  })

  it('sends the free-trial event once per session there, and again if it was refused', async () => {
    const client = new ApiClient(quiz.app)
    const fire = async () => (await client.send('GET', urls.freeTrialEvent)).status
    scripted = { status: 401, json: {} }
    expect([await fire(), seen.length]).toEqual([401, 1])
    client.setCookie('sid', 'one')
    scripted = { status: 503, json: {} }
    expect([await fire(), seen.length]).toEqual([502, 2])
    scripted = { status: 200, json: { data: {} } }
    expect([await fire(), await fire(), seen.length]).toEqual([200, 200, 3])
    client.setCookie('sid', 'another')
    expect([await fire(), await fire(), seen.length]).toEqual([200, 200, 4])
  })

  it('never forwards a request that breaks the contract', async () => {
    const reply = await new ApiClient(quiz.app).send('POST', urls.onboarding, { primary_learning_language: 'latin' })
    expect([reply.status, seen]).toEqual([400, []])
  })

  it('drops fields outside the contract, and passes on no cookies', async () => {
    scripted = {
      status: 200,
      headers: { 'set-cookie': 'sid=other' },
      json: { data: { country_id: 'DE', user_id: 7, email: 'secret@example.test' }, debug: true },
    }
    const reply = await quiz.app.inject(urls.login)
    expect(reply.json()).toEqual({ data: { country_id: 'DE', user_id: 7 } })
    expect(reply.headers).not.toHaveProperty('set-cookie')
  })

  it('a reply that breaks its schema is a 502, with one log line that names field and rule', async () => {
    scripted = { status: 200, json: { data: { country_id: 'DE', user_id: ['secret'] } } }
    const { status, body } = await new ApiClient(quiz.app).send('GET', urls.login)
    expect([status, body.error.code]).toEqual([502, 'upstream_unavailable'])
    expect(log).toHaveLength(1)
    const { level, detail } = JSON.parse(log[0] as string)
    // A warning, because it's no reason to page anyone.
    expect([level, detail]).toEqual([40, expect.stringContaining('/v2/login: data.user_id must be a whole number')])
  })

  const user = { is_pro: false, is_tutor: false, register_status: 5, learning_language: null }
  it.each([
    ['null lists', { language_list: null, purpose_list: null }],
    ['no lists', {}],
  ])('a foundation with %s is passed on: the profile is then updated silently (Specification §4)', async (_, lists) => {
    scripted = { status: 200, json: { data: { user, ...lists } } }
    const { status, body } = await new ApiClient(quiz.app).send('GET', urls.foundation)
    expect([status, body.data]).toEqual([200, { user, ...lists }])
  })

  const writes = [
    [urls.onboarding, { primary_learning_language: 'french', primary_learning_level: 3 }],
    [urls.profile, { language: { language_s: ['french'], level_s: [3], is_learning_s: [true] } }],
  ] as const
  it.each(writes)('POST %s: any JSON object confirms it and is dropped', async (url, body) => {
    for (const json of [{}, { success: 1 }, { data: { user: 'secret' } }]) {
      scripted = { status: 200, json }
      const reply = await new ApiClient(quiz.app).send('POST', url, body)
      expect([reply.status, reply.body]).toEqual([200, {}])
    }
    for (const json of [null, [], 'done']) {
      scripted = { status: 200, json }
      expect((await new ApiClient(quiz.app).send('POST', url, body)).status).toBe(502)
    }
  })

  const person = { user_id: 7, nickname: 'Lena', avatar_file_name: '', is_pro: false }
  it.each([
    ['null lists', { language_list: null, purpose_list: null }],
    ['no lists', {}],
  ])('a user with %s is passed on, so the quiz asks for the purpose (Specification §4)', async (_, lists) => {
    scripted = { status: 200, json: { data: { ...person, ...lists } } }
    const { status, body } = await new ApiClient(quiz.app).send('GET', urls.user(7))
    expect([status, body.data]).toEqual([200, { ...person, ...lists }])
  })

  it('a user with a broken list is a 502', async () => {
    scripted = { status: 200, json: { data: { ...person, purpose_list: [{ role: 'adult' }] } } }
    expect((await new ApiClient(quiz.app).send('GET', urls.user(7))).status).toBe(502)
  })

  it.each([
    ['with a creator', { user_id: 7, nickname: 'Noor', avatar_file_name: 'noor' }],
    ['with a creator without a picture', { user_id: 7, nickname: 'Noor', avatar_file_name: null }],
    ['without a creator', {}],
  ])('vocabulary sets %s are passed on', async (_, creator) => {
    const front = { front_language: 'french', back_language: 'english', language_level: 'B1' }
    const counts = { card_count: 3, creator_id: 7, copied_count: 4 }
    const set = { card_set_id: 1, title: 'La gare', ...front, text_code: ['travel'], ...counts, ...creator }
    scripted = { status: 200, json: { data: [set] } }
    const query = new URLSearchParams({ ...front, length: '2' })
    const { status, body } = await new ApiClient(quiz.app).send('GET', `${urls.cardSetsExplore}?${query}`)
    expect([status, body.data]).toEqual([200, [set]])
  })

  it('a foundation with a broken list is a 502', async () => {
    scripted = { status: 200, json: { data: { user, language_list: [{ language: null, level: 3 }] } } }
    expect((await new ApiClient(quiz.app).send('GET', urls.foundation)).status).toBe(502)
  })

  it.each([
    [{ status: 500, json: {} }, 502],
    [{ status: 302, headers: { location: 'http://127.0.0.1:9/' }, json: {} }, 502],
    [{ status: 204, json: null }, 502],
    [{ status: 200, json: 'x'.repeat(300_000) }, 503],
    [{ status: 418, json: {} }, 502],
  ])('an unusable reply becomes an error: %o', async (given, expected) => {
    scripted = given
    const { status, body } = await new ApiClient(quiz.app).send('GET', urls.login)
    expect([status, body.error.code]).toEqual([expected, 'upstream_unavailable'])
  })

  it.each(['GET', 'POST'] as const)('%s: deeply nested JSON doesn’t break anything here', async (method) => {
    const text = `{"data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    const client = new ApiClient(quiz.app)
    scripted = { status: 200, text }
    const [url, body] = method === 'GET' ? [urls.login] : writes[0]
    expect((await client.send(method, url, body)).status).toBe(502)
    expect(log.map((line) => JSON.parse(line).level)).toEqual([40])
    if (method === 'POST') expect((await client.send(method, url, text)).status).toBe(400)
    expect([seen.length, log.length]).toEqual([1, 1])
  })

  it('a 429 there becomes a 429 here with the same wait', async () => {
    scripted = { status: 429, headers: { 'retry-after': '17' }, json: {} }
    const reply = await quiz.app.inject(urls.login)
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '17'])
  })
})
