import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { Cache, type CacheOptions, type Loaded } from '../cache.ts'
import { guardedFetch, readJson } from '../guarded-fetch.ts'

export type WechatAccount = { apiUrl: string; appId: string; appSecret: string; timeoutMs?: number }

const TIMEOUT_MS = 5000
/** In the last tenth of its life, a ticket or token is refreshed without making anybody wait. */
const REFRESH_AFTER = 0.9
/** After a failure WeChat is left alone for this long. */
const RETRY_AFTER_MS = 10_000

/** WeChat's error codes for an invalid or expired access token. */
const STALE_TOKEN_CODES = [40001, 40014, 42001]

const Secret = Type.String({ minLength: 1, maxLength: 2048 })
const Seconds = Type.Integer({ minimum: 1, maximum: 86_400 })
const TokenReply = Type.Object({ access_token: Secret, expires_in: Seconds })
const TicketReply = Type.Object({ ticket: Secret, expires_in: Seconds })
const FailureReply = Type.Object({ errcode: Type.Integer() })

/** Says which call failed and how, but never quotes the request or reply: both contain secrets. */
class WechatFailure extends Error {
  readonly code: number | undefined

  constructor(call: string, error: string, code?: number) {
    super(`WeChat, ${call}: ${error}`)
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
  const reply = await readJson(response)
  if (Value.Check(FailureReply, reply) && reply.errcode !== 0)
    throw new WechatFailure(name, `errcode ${reply.errcode}`, reply.errcode)
  if (!Value.Check(schema, reply)) throw new WechatFailure(name, 'unexpected reply')
  return reply
}

/** WeChat's signature: SHA-1 over the parameters sorted by name, values unescaped. */
export function signJsApi(parameters: { ticket: string; nonceStr: string; timeStamp: number; url: string }): string {
  const { ticket, nonceStr, timeStamp, url } = parameters
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timeStamp}&url=${url}`)
    .digest('hex')
}

type TicketOptions = Pick<CacheOptions, 'onFailure' | 'now'> & { redis?: Redis | undefined }

/**
 * A function that returns the ticket for signing pages. The ticket and its access token are loaded once per lifetime;
 * with `redis`, by one process for all. It is WeChat's "stable" token: loading it again, in any process, does not
 * invalidate it.
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

/** Longer than a load takes. Until the lock of a failed or dead process expires, nobody else tries. */
const LOCK_MS = 10_000
const POLL_MS = 100
const WAIT_MS = 3000
/** A value with less than this share of its TTL left is reloaded; larger than the tenth in which caches refresh. */
const NEAR_EXPIRY = 0.12

const Shared = Type.Object({ value: Type.String(), ttlMs: Type.Number() })

type Found = Loaded<string> & { isNearExpiry: boolean }

const Reply = Type.Tuple([Type.Tuple([Type.Null(), Type.String()]), Type.Tuple([Type.Null(), Type.Number()])])

async function find(redis: Redis, key: string): Promise<Found | undefined> {
  // In one step: between two, another process may renew it, and the old value would get the new one's life.
  const reply = await redis.multi().get(key).pttl(key).exec()
  if (!Value.Check(Reply, reply)) return undefined
  const [[, text], [, leftMs]] = reply
  const shared: unknown = JSON.parse(text)
  if (!Value.Check(Shared, shared) || leftMs <= 0) return undefined
  return { value: shared.value, ttlMs: leftMs, isNearExpiry: leftMs <= shared.ttlMs * NEAR_EXPIRY }
}

/**
 * `load` for many processes: one loads the value and keeps it in Redis until it expires; the others read it there. Time
 * is measured by Redis. A process loads its own if Redis does not answer or the lock holder delivers nothing within 3
 * s.
 */
function sharedLoad(redis: Redis, key: string, load: () => Promise<Loaded<string>>) {
  async function loadForAll(): Promise<Loaded<string>> {
    const { value, ttlMs } = await load()
    await redis.set(key, JSON.stringify({ value, ttlMs }), 'PX', ttlMs).catch(() => undefined)
    return { value, ttlMs }
  }

  /** The value in Redis; undefined if this process should load it. */
  async function findOrLock(): Promise<Loaded<string> | undefined> {
    for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
      const ticket = await find(redis, key)
      if (ticket && !ticket.isNearExpiry) return ticket
      if (await redis.set(`${key}:lock`, '1', 'PX', LOCK_MS, 'NX')) return undefined
      if (ticket) return ticket
      await sleep(POLL_MS)
    }
    return undefined
  }

  return async (): Promise<Loaded<string>> => (await findOrLock().catch(() => undefined)) ?? loadForAll()
}
