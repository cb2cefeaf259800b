import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { LANGUAGES } from '#quiz/languages.ts'

let world: TestApp
let port: number
let log = ''
beforeAll(async () => {
  world = await startTestApp({ LOG_LEVEL: 'info' }, {}, { write: (line) => (log += line) })
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => world.close())

const flow_id = '0-english-1795259399587'
const occurred_at = () => new Date().toISOString()
const click = (recipe_name: string) => ({
  name: 'recommend_teacher_click',
  occurred_at: occurred_at(),
  properties: { flow_id, language: 'french', teacher_id: 7, algo_detail: { recipe_name, campaign_name: '' } },
})
const purpose = (sub_purpose: string) => ({
  purpose_list: [{ language: 'french', role: 'adult', purpose: 'other_purpose', sub_purpose }],
})

describe("text that the database can't store", () => {
  it.each([
    ['a NUL in sub_purpose', urls.profile, purpose('for\u0000Anna')],
    ['a lone surrogate in sub_purpose', urls.profile, purpose('for\ud800Anna')],
    ['a NUL in algo_detail', urls.events, { events: [click('a\u0000b')] }],
    ['a lone surrogate in algo_detail', urls.events, { events: [click('a\udc00b')] }],
  ])('%s is refused with 400', async (_name, url, body) => {
    const { client } = await newAccount(world)
    const reply = await client.send('POST', url, body)
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request'])
  })

  const ODD = ['%00', 'a%00b', '1%00', '%ED%A0%80', 'a%ed%b0%80b']
  const PATHS = ['/teacher/:/english', '/teacher/1/:', '/teachers/:', '/vocab/detail/:', '/languageassessment/report/:']
  const CALLS = ['/v2/usermini/:', '/v2/user/:', '/v1/reports/:', '/v1/assessments/:', '/v1/users/:/results', '/auth/:']
  const ADDRESSES = [
    urls.landing,
    urls.quiz,
    urls.account,
    urls.how,
    urls.terms,
    urls.sitemap,
    urls.login,
    urls.foundation,
  ]

  it.each([...PATHS, ...CALLS])('in the address %s is refused with 404 or 400', async (path) => {
    log = ''
    const { client } = await newAccount(world)
    for (const odd of ODD)
      for (const visitor of [client, new ApiClient(world.app)]) {
        const { statusCode } = await visitor.page(path.replace(':', odd))
        expect([path, odd, statusCode]).toEqual([path, odd, expect.toBeOneOf([400, 404])])
      }
    expect(log).not.toContain('"level":50')
  })

  it.each(ADDRESSES)('in the query of %s is rejected with 400 or ignored', async (address) => {
    const { client } = await newAccount(world)
    for (const name of ['language', 'level', 'hl', 'next', 'before', 'x', 'a%00'])
      for (const odd of ODD) {
        const { statusCode } = await client.page(`${address}?${name}=${odd}`)
        expect([name, odd, statusCode]).toEqual([name, odd, expect.toSatisfy((status: number) => status < 500)])
        if (odd.includes('%00')) expect(statusCode).toBe(400)
      }
  })

  it("in a cookie is ignored, even if it's one of ours", async () => {
    for (const name of ['sid', 'visitor', 'country_id', 'login_country', 'interface_language', 'consent', 'theirs'])
      for (const odd of ODD) {
        const headers = { cookie: `${name}=${odd}` }
        for (const url of [urls.quiz, urls.account, urls.landing, urls.login])
          expect((await world.app.inject({ url, headers })).statusCode).toBe(200)
      }
  })
})

it('the message for a disallowed value lists the allowed ones', async () => {
  const { client } = await newAccount(world)
  const body = { primary_learning_language: 'latin', primary_learning_level: 2 }
  expect((await client.send('POST', urls.onboarding, body)).body.error.message).toBe(
    `body.primary_learning_language must be one of ${LANGUAGES.join(', ')}.`,
  )
})

it("an id that isn't a plain UUID is refused before the database sees it", async () => {
  log = ''
  const { client } = await newAccount(world)
  client.setCookie('code_browser', 'a'.repeat(43))
  for (const id of ['urn:uuid:', 'URN:UUID:'].map((prefix) => `${prefix}${randomUUID()}`)) {
    const calls: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object][] = [
      ['GET', urls.attempt(id)],
      ['PUT', urls.answer(id, 1), { choice: [] }],
      ['GET', urls.review(id)],
      ['POST', urls.flag(id, 1), { reason: 'other' }],
      ['POST', urls.reports, { assessment_id: id }],
      ['GET', `${urls.accountData}?before=${id}`],
      ['POST', urls.sessions, { challenge_id: id, code: '123456' }],
    ]
    for (const [method, url, body] of calls) {
      const reply = await client.send(method, url, body)
      expect([method, url, reply.status]).toEqual([method, url, 400])
    }
    expect((await client.page(`${urls.community}?before=${id}`)).statusCode).toBe(200)
  }
  expect(log).not.toContain('"level":50')
})

describe('an invalid Host', () => {
  const statusOf = async (lines: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`${lines}\r\n\r\n`)
    return (await text(socket)).slice(9, 12)
  }

  it.each(['a b', '[::1', 'quiz.example:x', 'quiz.example:99999', 'quiz.example/x', 'a@quiz.example', '%zz', 'a,b'])(
    '%s is refused with 400',
    async (host) => {
      for (const url of [urls.robots, urls.sitemap, urls.landing])
        expect(await statusOf(`GET ${url} HTTP/1.1\r\nConnection: close\r\nHost: ${host}`)).toBe('400')
    },
  )

  it('HTTP/1.0 may omit it if nothing depends on it', async () => {
    expect(await statusOf(`GET ${urls.sitemap} HTTP/1.0`)).toBe('400')
    expect(await statusOf(`GET ${urls.health} HTTP/1.0`)).toBe('200')
  })

  it.each(['quiz.example', 'QUIZ.example:8443', '127.0.0.1:3000', '[::1]:3000', 'quiz_app', 'xn--bcher-kva.example'])(
    '%s is valid',
    async (host) => {
      expect(await statusOf(`GET ${urls.robots} HTTP/1.1\r\nConnection: close\r\nHost: ${host}`)).toBe('200')
    },
  )
})

it("the log doesn't repeat a value that the database refused", async () => {
  log = ''
  world.app.log.error(
    {
      err: await world.db
        .selectFrom('users')
        .where('created_at', '>', 'Secretvalue' as never)
        .selectAll()
        .execute()
        .catch((error) => error),
    },
    'failed',
  )
  expect(log).toContain('"code":"22007"')
  expect(log).not.toContain('Secretvalue')
})
