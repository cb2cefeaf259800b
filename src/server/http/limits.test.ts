import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { startLimitedApp, type TestApp } from '#harness/test-app.ts'
import { readSettings } from '#settings/read.ts'

const WECHAT = { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'secret', WECHAT_API_URL: 'http://127.0.0.1:9' }
const PROXY = '10.0.0.7'

let world: TestApp
beforeAll(async () => {
  const trusted = { TRUSTED_PROXIES: `${PROXY}, fd00::/8` }
  world = await startLimitedApp({ attempts: 3, reports: 2, wechatSignatures: 2 }, { ...WECHAT, ...trusted })
})
afterAll(() => world.close())

const start = (remoteAddress: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url: urls.attempts,
    payload: { language: 'english' },
    remoteAddress,
    headers,
  })

const statuses = async (replies: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(replies)).map(({ statusCode }) => statusCode).sort()

describe('new assessments', () => {
  it('v5.0.0-2.4.1: one more than the hourly limit is refused, with the time to wait, and changes nothing', async () => {
    expect(await statuses(Array.from({ length: 3 }, () => start('192.0.2.1')))).toEqual([201, 201, 201])
    const count = () =>
      world.db
        .selectFrom('assessments')
        .select(({ fn }) => fn.countAll().as('n'))
        .execute()
    const before = await count()
    const refused = await start('192.0.2.1')
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'too_many_requests'])
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(3590)
    expect(seconds).toBeLessThanOrEqual(3600)
    expect(refused.cookies).toEqual([])
    expect(await count()).toEqual(before)
  })

  it('refused requests count too', async () => {
    const payload = { language: 'klingon' }
    const refused = Array.from({ length: 4 }, () =>
      world.app.inject({ method: 'POST', url: urls.attempts, payload, remoteAddress: '192.0.2.4' }),
    )
    expect(await statuses(refused)).toEqual([400, 400, 400, 429])
  })

  it("other addresses aren't affected; an IPv6 /64 is one address", async () => {
    expect((await start('192.0.2.2')).statusCode).toBe(201)
    const neighbors = Array.from({ length: 4 }, (_, n) => start(`2001:db8:0:1::${n + 1}`))
    expect(await statuses(neighbors)).toEqual([201, 201, 201, 429])
    expect((await start('2001:db8:0:2::1')).statusCode).toBe(201)
  })

  it('v5.0.0-4.1.3, 15.3.4: only a trusted proxy may set the client address', async () => {
    const replies = Array.from({ length: 4 }, (_, n) => start('192.0.2.3', { 'x-forwarded-for': `198.51.100.${n}` }))
    expect(await statuses(replies)).toEqual([201, 201, 201, 429])
  })

  it('behind a trusted proxy, the client is the last untrusted address', async () => {
    const through = (n: number, client: string) => start(PROXY, { 'x-forwarded-for': `203.0.113.${n}, ${client}` })
    const replies = Array.from({ length: 4 }, (_, n) => through(n, '198.51.100.77'))
    expect(await statuses(replies)).toEqual([201, 201, 201, 429])
    expect((await through(9, '198.51.100.78')).statusCode).toBe(201)
    expect((await through(9, '198.51.100.78, fd00::5')).statusCode).toBe(201)
  })

  it.each(['198.51.100.90:{port}', '[2001:db8:0:9::1]:{port}', '[2001:db8:0:10::{port}]'])(
    "a client's connections are counted together if the proxy sends %s",
    async (client) => {
      const from = (port: number) => start(PROXY, { 'x-forwarded-for': client.replace('{port}', `${port}`) })
      expect(await statuses([50001, 50002, 50003, 50004].map((port) => from(port % 9999)))).toEqual([
        201, 201, 201, 429,
      ])
    },
  )
})

it('v5.0.0-4.1.3: behind a trusted HTTPS proxy, pages of the public URL may send requests', async () => {
  const headers = { origin: 'https://quiz.example', host: 'quiz.example', 'x-forwarded-proto': 'https' }
  expect((await start('192.0.2.9', headers)).statusCode).toBe(403)
  expect((await start(PROXY, { ...headers, 'x-forwarded-for': '192.0.2.10' })).statusCode).toBe(201)
})

it('v5.0.0-2.4.1: reports are counted by account', async () => {
  const [one, other] = [await newAccount(world), await newAccount(world)]
  const share = (client: typeof one.client) =>
    client.send('POST', urls.reports, { assessment_id: '00000000-0000-4000-8000-000000000000' })
  expect([(await share(one.client)).status, (await share(one.client)).status]).toEqual([404, 404])
  expect((await share(one.client)).status).toBe(429)
  expect((await share(other.client)).status).toBe(404)
})

it('v5.0.0-2.4.1: signatures are counted by address', async () => {
  const sign = () => world.app.inject(`${urls.wechatJsApi}?url=http://localhost:80/`)
  // WeChat isn't reachable here.
  expect([(await sign()).statusCode, (await sign()).statusCode]).toEqual([503, 503])
  const refused = await sign()
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
})

it.each(['2', 'true', 'loopback', '10.0.0.0/33', '10.0.0.0/0', '10.0.0', 'proxy.example', '::1/129', '10.0.0.1/8/8'])(
  'refuses %s as a trusted proxy',
  (proxy) => {
    expect(() => readSettings({ TRUSTED_PROXIES: `127.0.0.1,${proxy}` })).toThrow('TRUSTED_PROXIES')
  },
)

it('with Redis, processes must share the code pepper', () => {
  expect(() => readSettings({ REDIS_URL: 'redis://127.0.0.1' })).toThrow('CODE_PEPPER: is required with REDIS_URL')
})
