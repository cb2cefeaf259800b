import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWechatServer, type WechatServer } from '#harness/peers/wechat.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { cacheJsApiTicket, signJsApi } from './ticket.ts'

const HOUR_MS = 3600_000
const APP_SECRET = 'secretOfTheAccount'

let wechat: WechatServer
let failures: Error[]
let getTicket: () => Promise<string>

const cached = (timeoutMs: number) =>
  cacheJsApiTicket({ apiUrl: wechat.origin, appId: 'wx1', appSecret: APP_SECRET, timeoutMs }, (error) =>
    failures.push(error as Error),
  )

beforeEach(async () => {
  wechat = await startWechatServer()
  vi.useFakeTimers({ toFake: ['Date'] })
  failures = []
  getTicket = cached(HANG_MS)
})
afterEach(() => {
  vi.useRealTimers()
  return wechat.close()
})

const calls = () => wechat.requests.map(({ method, path }) => `${method} ${path}`)
const TOKEN = 'POST /cgi-bin/stable_token'
const TICKET = 'GET /cgi-bin/ticket/getticket'

/** The cache reads the clock once per millisecond. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms)
  await sleep(2)
}

/** Waits for a background refresh. */
const refreshed = (count: number) => expect.poll(() => calls().filter((call) => call === TICKET).length).toBe(count)

describe('the WeChat ticket', () => {
  it('is requested as WeChat documents it', async () => {
    expect(await getTicket()).toBe('ticket-1')
    expect(calls()).toEqual([TOKEN, TICKET])
    const [first, second] = wechat.requests
    expect(JSON.parse(first?.body ?? '')).toEqual({
      grant_type: 'client_credential',
      appid: 'wx1',
      secret: APP_SECRET,
    })
    expect(Object.fromEntries(second?.query ?? [])).toEqual({ access_token: 'token-1', type: 'jsapi' })
  })

  it('200 concurrent callers share one request', async () => {
    const all = await Promise.all(Array.from({ length: 200 }, getTicket))
    expect(new Set(all)).toEqual(new Set(['ticket-1']))
    expect(calls()).toEqual([TOKEN, TICKET])
  })

  it('is requested once per lifetime and refreshed before it expires, without a wait', async () => {
    await getTicket()
    await pass(1.7 * HOUR_MS)
    expect(await getTicket()).toBe('ticket-1')
    expect(calls()).toHaveLength(2)
    await pass(0.2 * HOUR_MS)
    expect(await Promise.all([getTicket(), getTicket()])).toEqual(['ticket-1', 'ticket-1'])
    await refreshed(2)
    await expect.poll(getTicket).toBe('ticket-2')
    expect(calls()).toEqual([TOKEN, TICKET, TOKEN, TICKET])
  })

  it('is no longer served once it has expired', async () => {
    await getTicket()
    await pass(2 * HOUR_MS)
    expect(await getTicket()).toBe('ticket-2')
  })

  it('is served until it expires if WeChat is down, and no longer', async () => {
    await getTicket()
    await wechat.close()
    await pass(1.9 * HOUR_MS)
    expect(await getTicket()).toBe('ticket-1')
    await expect.poll(() => failures.length).toBe(1)
    await pass(0.2 * HOUR_MS)
    await expect(getTicket()).rejects.toThrow('no usable answer')
  })

  it("isn't requested again within ten seconds of a failure", async () => {
    wechat.script('ticket', { errcode: -1, errmsg: 'system error' })
    await expect(getTicket()).rejects.toThrow('errcode -1')
    await expect(getTicket()).rejects.toThrow('errcode -1')
    expect(calls()).toEqual([TOKEN, TICKET])
    wechat.script('ticket', undefined)
    await pass(10_001)
    expect(await getTicket()).toBe('ticket-2')
  })

  it('an access token that was revoked early is replaced once', async () => {
    wechat.script('ticket', { errcode: 42001, errmsg: 'access_token expired' })
    await expect(getTicket()).rejects.toThrow('errcode 42001')
    expect(calls()).toEqual([TOKEN, TICKET, TOKEN, TICKET])
  })

  it.each([
    ['an account error', { errcode: 40013, errmsg: 'invalid appid' }, 'errcode 40013'],
    ['an HTML page', '<html>busy</html>', 'unexpected reply'],
    ['a truncated reply', '{"ticket":"LEAKED-TICKET","expi', 'unexpected reply'],
    ['no ticket', { errcode: 0, errmsg: 'ok', expires_in: 7200 }, 'unexpected reply'],
    ['an empty ticket', { errcode: 0, ticket: '', expires_in: 7200 }, 'unexpected reply'],
    ['no lifetime', { errcode: 0, ticket: 'LEAKED-TICKET' }, 'unexpected reply'],
    ['a lifetime of zero', { errcode: 0, ticket: 'LEAKED-TICKET', expires_in: 0 }, 'unexpected reply'],
    ['a list', [], 'unexpected reply'],
    ['null', 'null', 'unexpected reply'],
    ['a huge reply', `{"ticket":"${'x'.repeat(300_000)}"}`, 'no usable answer'],
    ['status 500', 500, 'status 500'],
    ['no reply', 'hang', 'no reply in time'],
  ])('fails on %s, with a message that contains no secrets', async (_name, reply, message) => {
    wechat.script('ticket', reply)
    if (reply === 'hang') getTicket = cached(200)
    await expect(getTicket()).rejects.toThrow(message)
    expect(failures).toHaveLength(1)
    expect(`${failures[0]?.stack}${failures[0]?.cause}`).not.toMatch(/LEAKED|token-1|secretOfTheAccount/)
  })

  it("fails if the access token isn't in the documented format", async () => {
    wechat.script('token', { access_token: 7, expires_in: 7200 })
    await expect(getTicket()).rejects.toThrow('WeChat, token: unexpected reply')
  })
})

/** The example in the vendor's documentation: JS-SDK, appendix 1, "JS-SDK使用权限签名算法". */
it("signs the vendor's published example as published", () => {
  expect(
    signJsApi({
      ticket: 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
      nonceStr: 'Wm3WZYTPz0wzccnW',
      timeStamp: 1414587457,
      url: 'http://mp.weixin.qq.com?params=value',
    }),
  ).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed')
})
