import type { Redis } from 'ioredis'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { guardedFetch } from '../auth/guarded-fetch.ts'
import { borrowTogether } from './borrow-together.ts'
import { type Keeper, type KeeperOptions, keepUntilExpiry, type Lent } from './keep-until-expiry.ts'

export type WechatAccount = { apiUrl: string; appId: string; appSecret: string; timeoutMs?: number }

const TIMEOUT_MS = 5000

/** The vendor's codes for an access token that is not, or no longer, good. */
const STALE_TOKEN_CODES = [40001, 40014, 42001]

const Secret = Type.String({ minLength: 1, maxLength: 2048 })
const Seconds = Type.Integer({ minimum: 1, maximum: 86_400 })
const TokenReply = Type.Object({ access_token: Secret, expires_in: Seconds })
const TicketReply = Type.Object({ ticket: Secret, expires_in: Seconds })
const FailureReply = Type.Object({ errcode: Type.Integer() })

/** Says which call failed and how, and nothing of what was sent or received: both hold secrets. */
class WechatFailure extends Error {
  readonly code: number | undefined

  constructor(call: string, problem: string, code?: number) {
    super(`WeChat, ${call}: ${problem}`)
    this.code = code
  }
}

type Call = { name: string; url: string; body?: unknown }

async function callWechat<Reply extends Type.TSchema>(
  { name, url, body }: Call,
  schema: Reply,
  timeoutMs: number,
): Promise<Type.Static<Reply>> {
  const response = await guardedFetch(timeoutMs)(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'manual',
  }).catch((error: Error) => {
    throw new WechatFailure(name, error.name === 'TimeoutError' ? 'no answer in time' : 'no usable answer')
  })
  if (!response.ok) throw new WechatFailure(name, `status ${response.status}`)
  const reply: unknown = await response.json().catch(() => undefined)
  if (Value.Check(FailureReply, reply) && reply.errcode !== 0)
    throw new WechatFailure(name, `errcode ${reply.errcode}`, reply.errcode)
  if (!Value.Check(schema, reply)) throw new WechatFailure(name, 'an answer of another form')
  return reply
}

/**
 * The ticket that signs pages. Both it and the access token behind it are fetched once per their life, with `redis` by one process for all.
 * The token is the vendor's "stable" one: asking for it again, from this process or another, takes it from nobody.
 */
export function keepJsApiTicket(
  { apiUrl, appId, appSecret, timeoutMs = TIMEOUT_MS }: WechatAccount,
  { redis, ...options }: KeeperOptions & { redis?: Redis | undefined } = {},
): Keeper<string> {
  const credentials = { grant_type: 'client_credential', appid: appId, secret: appSecret }

  const token = keepUntilExpiry(
    async () => {
      const call = { name: 'token', url: `${apiUrl}/cgi-bin/stable_token`, body: credentials }
      const { access_token, expires_in } = await callWechat(call, TokenReply, timeoutMs)
      return { value: access_token, lifeMs: expires_in * 1000 }
    },
    { ...(options.now ? { now: options.now } : {}) },
  )

  async function askForTicket(): Promise<Lent<string>> {
    const query = new URLSearchParams({ access_token: await token.get(), type: 'jsapi' })
    const call = { name: 'ticket', url: `${apiUrl}/cgi-bin/ticket/getticket?${query}` }
    const { ticket, expires_in } = await callWechat(call, TicketReply, timeoutMs)
    return { value: ticket, lifeMs: expires_in * 1000 }
  }

  async function borrow(): Promise<Lent<string>> {
    try {
      return await askForTicket()
    } catch (error) {
      if (!(error instanceof WechatFailure && STALE_TOKEN_CODES.includes(error.code ?? 0))) throw error
      token.forget()
      return askForTicket()
    }
  }

  return keepUntilExpiry(
    redis ? borrowTogether(redis, `language-quiz:wechat-ticket:${appId}`, borrow) : borrow,
    options,
  )
}
