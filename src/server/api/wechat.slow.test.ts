import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startWechatServer, type WechatServer } from '#harness/peers/wechat.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { signJsApi } from '../wechat/ticket.ts'

const OWN = 'https://quiz.example'
const account = { WECHAT_APP_ID: 'wx0123456789abcdef', WECHAT_APP_SECRET: 'secretOfTheAccount' }

let wechat: WechatServer
let world: TestApp
beforeAll(async () => {
  wechat = await startWechatServer()
  world = await startTestApp({ ...account, WECHAT_API_URL: wechat.origin, PUBLIC_URL: OWN })
})
afterAll(async () => {
  await world.close()
  await wechat.close()
})

const ask = (url: string, { app }: TestApp = world, headers: Record<string, string> = {}) =>
  app.inject({ url: `${urls.wechatJsApi}?url=${encodeURIComponent(url)}`, headers })

describe('signatures for WeChat’s JS API', () => {
  it.each([
    ['a page', `${OWN}/languageassessment/quiz?language=french&hl=en`, undefined],
    [
      'a page with a fragment, which is not signed',
      `${OWN}/languageassessment#wechat_redirect#x`,
      `${OWN}/languageassessment`,
    ],
    ['the root', `${OWN}/`, undefined],
    ['escapes verbatim', `${OWN}/teachers/%E4%B8%AD?q=a+b%20c&x=%23`, undefined],
  ])('%s', async (_name, url, signed = url) => {
    const reply = await ask(url)
    const { app_id, time_stamp, nonce_str, signature } = reply.json().data
    expect([reply.statusCode, app_id, reply.headers['cache-control']]).toEqual([
      200,
      account.WECHAT_APP_ID,
      'private, no-store',
    ])
    expect(Math.abs(time_stamp - Date.now() / 1000)).toBeLessThan(timeLimit(5000) / 1000)
    expect(nonce_str).toMatch(/^[0-9a-f]{32}$/)
    expect(signature).toBe(signJsApi({ ticket: 'ticket-1', nonceStr: nonce_str, timeStamp: time_stamp, url: signed }))
  })

  it('each has its own nonce', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(`${OWN}/`)))
    expect(new Set(replies.map((reply) => reply.json().data.nonce_str)).size).toBe(20)
  })

  it.each([
    ['another site', 'https://evil.example/'],
    ['another site with our name as a prefix', `${OWN}.evil.example/`],
    ['another site behind a user name', `${OWN}@evil.example/`],
    ['another port', `${OWN}:8443/`],
    ['another scheme', 'http://quiz.example/'],
    ['the origin without a path', OWN],
    ['not a web address', 'javascript:alert(1)'],
    ['a path', '/languageassessment'],
    ['nothing', ''],
    ['a line break', `${OWN}/\n`],
    ['a letter that browsers escape', `${OWN}/é`],
    ['2049 characters', `${OWN}/${'x'.repeat(2049 - OWN.length - 1)}`],
  ])('%s is refused', async (_name, url) => {
    const reply = await ask(url)
    expect([reply.statusCode, reply.json().error.code]).toEqual([400, 'invalid_request'])
  })

  it('a URL of 2048 characters is signed; a missing URL and extra fields are refused', async () => {
    expect((await ask(`${OWN}/${'x'.repeat(2048 - OWN.length - 1)}`)).statusCode).toBe(200)
    for (const query of ['', `?url=${OWN}/&url=${OWN}/`, `?url=${OWN}/&ticket=x`])
      expect((await world.app.inject(`${urls.wechatJsApi}${query}`)).statusCode).toBe(400)
  })

  it("a Host header doesn't make another site ours", async () => {
    expect((await ask('http://evil.example/', world, { host: 'evil.example' })).statusCode).toBe(400)
  })

  it('200 simultaneous requests call WeChat once', async () => {
    const own = await startWechatServer()
    const app = await startTestApp({ ...account, WECHAT_API_URL: own.origin })
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => ask('http://localhost:80/', app, { host: 'localhost:80' })),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(own.requests.map(({ path }) => path)).toEqual(['/cgi-bin/stable_token', '/cgi-bin/ticket/getticket'])
    await app.close()
    await own.close()
  })

  it('WeChat down: 503, without revealing the cause', async () => {
    const app = await startTestApp({ ...account, WECHAT_API_URL: 'http://127.0.0.1:9', PUBLIC_URL: OWN })
    const reply = await ask(`${OWN}/`, app)
    expect([reply.statusCode, reply.json().error.code]).toEqual([503, 'upstream_unavailable'])
    expect(reply.body).not.toMatch(/127\.0\.0\.1|secretOfTheAccount/)
    await app.close()
  })

  it("without an account the call doesn't exist", async () => {
    const app = await startTestApp()
    const reply = await ask(`${OWN}/`, app)
    expect([reply.statusCode, reply.json().error.code]).toEqual([404, 'not_found'])
    await app.close()
  })
})
