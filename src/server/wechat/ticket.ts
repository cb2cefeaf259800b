import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { Cache, type CacheOptions, type Loaded } from '../cache.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import { sharedLoad } from './shared-load.ts'

export type WechatAccount = { apiUrl: string; appId: string; appSecret: string; timeoutMs?: number }

const TIMEOUT_MS = 5000
/** In the last tenth of its life a ticket or token is refreshed without making anybody wait. */
const REFRESH_AFTER = 0.9
/** After a failure WeChat is left alone for this long. */
const RETRY_AFTER_MS = 10_000

/** WeChat's codes for an access token that is invalid or has expired. */
const STALE_TOKEN_CODES = [40001, 40014, 42001]

const Secret = Type.String({ minLength: 1, maxLength: 2048 })
const Seconds = Type.Integer({ minimum: 1, maximum: 86_400 })
const TokenReply = Type.Object({ access_token: Secret, expires_in: Seconds })
const TicketReply = Type.Object({ ticket: Secret, expires_in: Seconds })
const FailureReply = Type.Object({ errcode: Type.Integer() })

/** Says which call failed and how, but quotes nothing that was sent or received: both hold secrets. */
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
  if (!Value.Check(schema, reply)) throw new WechatFailure(name, 'unexpected reply')
  return reply
}

/** WeChat's signature: SHA-1 over the parameters in the order of their names, with their values unescaped. */
export function signJsApi(parameters: { ticket: string; nonceStr: string; timeStamp: number; url: string }): string {
  const { ticket, nonceStr, timeStamp, url } = parameters
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timeStamp}&url=${url}`)
    .digest('hex')
}

type TicketOptions = Pick<CacheOptions, 'onFailure' | 'now'> & { redis?: Redis | undefined }

/**
 * A function that returns the ticket for signing pages. The ticket and the access token behind it are loaded once per life; with `redis`, by
 * one process for all. The token is WeChat's "stable" one: loading it again, here or in another process, invalidates nobody's.
 */
export function cacheJsApiTicket(
  { apiUrl, appId, appSecret, timeoutMs = TIMEOUT_MS }: WechatAccount,
  { redis, onFailure = () => {}, now = Date.now }: TicketOptions = {},
): () => Promise<string> {
  const options = { maxEntries: 1, refreshAfter: REFRESH_AFTER, retryAfterMs: RETRY_AFTER_MS, now }
  const tokens = new Cache<string>(options)
  const tickets = new Cache<string>({ ...options, onFailure })

  async function loadToken(): Promise<Loaded<string>> {
    const body = { grant_type: 'client_credential', appid: appId, secret: appSecret }
    const call = { name: 'token', url: `${apiUrl}/cgi-bin/stable_token`, body }
    const { access_token, expires_in } = await callWechat(call, TokenReply, timeoutMs)
    return { value: access_token, ttlMs: expires_in * 1000 }
  }

  async function requestTicket(): Promise<Loaded<string>> {
    const query = new URLSearchParams({ access_token: await tokens.get(appId, loadToken), type: 'jsapi' })
    const call = { name: 'ticket', url: `${apiUrl}/cgi-bin/ticket/getticket?${query}` }
    const { ticket, expires_in } = await callWechat(call, TicketReply, timeoutMs)
    return { value: ticket, ttlMs: expires_in * 1000 }
  }

  async function loadTicket(): Promise<Loaded<string>> {
    try {
      return await requestTicket()
    } catch (error) {
      if (!(error instanceof WechatFailure && STALE_TOKEN_CODES.includes(error.code ?? 0))) throw error
      tokens.delete(appId)
      return requestTicket()
    }
  }

  const load = redis ? sharedLoad(redis, `language-quiz:wechat-ticket:${appId}`, loadTicket) : loadTicket
  return () => tickets.get(appId, load)
}
