import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWechatServer, type WechatServer } from '#harness/wechat-server.ts'
import type { Keeper } from './keep-until-expiry.ts'
import { keepJsApiTicket } from './ticket.ts'

const HOUR_MS = 3600_000
const APP_SECRET = 'secretOfTheAccount'

let wechat: WechatServer
let time: number
let failures: Error[]
let ticket: Keeper<string>

beforeEach(async () => {
  wechat = await startWechatServer()
  time = 1_800_000_000_000
  failures = []
  ticket = keepJsApiTicket(
    { apiUrl: wechat.origin, appId: 'wx1', appSecret: APP_SECRET, timeoutMs: 200 },
    { now: () => time, onFailure: (error) => failures.push(error as Error) },
  )
})
afterEach(() => wechat.close())

const asked = () => wechat.requests.map(({ method, path }) => `${method} ${path}`)
const TOKEN = 'POST /cgi-bin/stable_token'
const TICKET = 'GET /cgi-bin/ticket/getticket'

/** What is renewed behind the back of those who ask has arrived. */
const renewed = (count: number) => expect.poll(() => asked().filter((call) => call === TICKET).length).toBe(count)

describe('the ticket', () => {
  it('is asked for as the vendor documents it', async () => {
    expect(await ticket.get()).toBe('ticket-1')
    expect(asked()).toEqual([TOKEN, TICKET])
    const [first, second] = wechat.requests
    expect(JSON.parse(first?.body ?? '')).toEqual({
      grant_type: 'client_credential',
      appid: 'wx1',
      secret: APP_SECRET,
    })
    expect(Object.fromEntries(second?.query ?? [])).toEqual({ access_token: 'token-1', type: 'jsapi' })
  })

  it('200 who ask at once share one fetch', async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => ticket.get()))
    expect(new Set(all)).toEqual(new Set(['ticket-1']))
    expect(asked()).toEqual([TOKEN, TICKET])
  })

  it('is fetched once per its life, and renewed before it ends without making anybody wait', async () => {
    await ticket.get()
    time += 1.7 * HOUR_MS
    expect(await ticket.get()).toBe('ticket-1')
    expect(asked()).toHaveLength(2)
    time += 0.2 * HOUR_MS
    expect(await Promise.all([ticket.get(), ticket.get()])).toEqual(['ticket-1', 'ticket-1'])
    await renewed(2)
    await expect.poll(() => ticket.get()).toBe('ticket-2')
    expect(asked()).toEqual([TOKEN, TICKET, TOKEN, TICKET])
  })

  it('once expired is not served any more', async () => {
    await ticket.get()
    time += 2 * HOUR_MS
    expect(await ticket.get()).toBe('ticket-2')
  })

  it('serves until it expires when WeChat is down, and then no longer', async () => {
    await ticket.get()
    await wechat.close()
    time += 1.9 * HOUR_MS
    expect(await ticket.get()).toBe('ticket-1')
    await expect.poll(() => failures.length).toBe(1)
    time += 0.2 * HOUR_MS
    await expect(ticket.get()).rejects.toThrow('no usable answer')
  })

  it('is not asked for again within ten seconds of a failure', async () => {
    wechat.answer('ticket', { errcode: -1, errmsg: 'system error' })
    await expect(ticket.get()).rejects.toThrow('errcode -1')
    await expect(ticket.get()).rejects.toThrow('errcode -1')
    expect(asked()).toEqual([TOKEN, TICKET])
    wechat.answer('ticket', undefined)
    time += 10_000
    expect(await ticket.get()).toBe('ticket-2')
  })

  it('a token taken back early is replaced, once', async () => {
    wechat.answer('ticket', { errcode: 42001, errmsg: 'access_token expired' })
    await expect(ticket.get()).rejects.toThrow('errcode 42001')
    expect(asked()).toEqual([TOKEN, TICKET, TOKEN, TICKET])
  })

  it.each([
    ['an error of the account', { errcode: 40013, errmsg: 'invalid appid' }, 'errcode 40013'],
    ['a page', '<html>busy</html>', 'an answer of another form'],
    ['half an answer', '{"ticket":"LEAKED-TICKET","expi', 'an answer of another form'],
    ['no ticket', { errcode: 0, errmsg: 'ok', expires_in: 7200 }, 'an answer of another form'],
    ['an empty ticket', { errcode: 0, ticket: '', expires_in: 7200 }, 'an answer of another form'],
    ['no life', { errcode: 0, ticket: 'LEAKED-TICKET' }, 'an answer of another form'],
    ['a life of nothing', { errcode: 0, ticket: 'LEAKED-TICKET', expires_in: 0 }, 'an answer of another form'],
    ['a list', [], 'an answer of another form'],
    ['null', 'null', 'an answer of another form'],
    ['an endless answer', `{"ticket":"${'x'.repeat(300_000)}"}`, 'no usable answer'],
    ['status 500', 500, 'status 500'],
    ['no answer', 'hang', 'no answer in time'],
  ])('%s is a failure, whose message holds no secret', async (_name, reply, message) => {
    wechat.answer('ticket', reply)
    await expect(ticket.get()).rejects.toThrow(message)
    expect(failures).toHaveLength(1)
    expect(`${failures[0]?.stack}${failures[0]?.cause}`).not.toMatch(/LEAKED|token-1|secretOfTheAccount/)
  })

  it('the access token too has to be of the documented form', async () => {
    wechat.answer('token', { access_token: 7, expires_in: 7200 })
    await expect(ticket.get()).rejects.toThrow('WeChat, token: an answer of another form')
  })
})
