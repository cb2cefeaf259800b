import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { guardedFetch, readJson } from '../guarded-fetch.ts'

export type WechatAccount = { apiUrl: string; appId: string; appSecret: string; timeoutMs?: number }

const TIMEOUT_MS = 5000
/** Tickets and tokens are refreshed in the background during the last 10% of their lifetime. */
const REFRESH_AFTER = 0.9
/** How long to wait after a failure before calling WeChat again. */
const RETRY_AFTER_MS = 10_000

/** WeChat's error codes for an invalid or expired access token. */
const STALE_TOKEN_CODES = [40001, 40014, 42001]

const Secret = Type.String({ minLength: 1, maxLength: 2048 })
const Seconds = Type.Integer({ minimum: 1, maximum: 86_400 })
const TokenReply = Type.Object({ access_token: Secret, expires_in: Seconds })
const TicketReply = Type.Object({ ticket: Secret, expires_in: Seconds })
const FailureReply = Type.Object({ errcode: Type.Integer() })

/** Reports which call failed and how, without quoting the request or reply, because both contain secrets. */
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
    throw new WechatFailure(name, error.name === 'TimeoutError' ? 'no reply in time' : 'no usable answer')
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

type Loaded = { value: string; lifetimeMs: number }
type Held = { value: string; expiresAt: number } | { error: unknown; expiresAt: 0 }

/**
 * Caches the result of `load`, refreshing it in the background during the last 10% of its lifetime. If that fails, the
 * old one stays in use until it expires.
 */
function cached(load: () => Promise<Loaded>, onFailure?: (error: unknown) => void) {
  const cache = new LRUCache<'only', Held>({
    max: 1,
    perf: Date,
    fetchMethod: async (_key, held, { options }): Promise<Held> => {
      const start = Date.now()
      try {
        const { value, lifetimeMs } = await load()
        options.ttl = REFRESH_AFTER * lifetimeMs
        return { value, expiresAt: start + lifetimeMs }
      } catch (error) {
        onFailure?.(error)
        const leftMs = (held?.expiresAt ?? 0) - Date.now()
        options.ttl = leftMs > 0 ? Math.min(leftMs, RETRY_AFTER_MS) : RETRY_AFTER_MS
        return held && leftMs > 0 ? held : { error, expiresAt: 0 }
      }
    },
  })
  return {
    async get(): Promise<string> {
      const { expiresAt = 0 } = cache.peek('only', { allowStale: true }) ?? {}
      const held = await cache.forceFetch('only', { allowStale: expiresAt > Date.now() })
      if ('error' in held) throw held.error
      return held.value
    },
    forget: () => cache.clear(),
  }
}

/**
 * A function that returns the ticket for signing pages. It's WeChat's "stable" token: loading it again, in any process,
 * doesn't invalidate it.
 */
export function cacheJsApiTicket(
  { apiUrl, appId, appSecret, timeoutMs = TIMEOUT_MS }: WechatAccount,
  onFailure: (error: unknown) => void,
): () => Promise<string> {
  async function loadToken(): Promise<Loaded> {
    const body = { grant_type: 'client_credential', appid: appId, secret: appSecret }
    const call = { name: 'token', url: `${apiUrl}/cgi-bin/stable_token`, body }
    const { access_token, expires_in } = await callWechat(call, TokenReply, timeoutMs)
    return { value: access_token, lifetimeMs: expires_in * 1000 }
  }
  const token = cached(loadToken)

  async function requestTicket(): Promise<Loaded> {
    const query = new URLSearchParams({ access_token: await token.get(), type: 'jsapi' })
    const call = { name: 'ticket', url: `${apiUrl}/cgi-bin/ticket/getticket?${query}` }
    const { ticket, expires_in } = await callWechat(call, TicketReply, timeoutMs)
    return { value: ticket, lifetimeMs: expires_in * 1000 }
  }

  async function loadTicket(): Promise<Loaded> {
    try {
      return await requestTicket()
    } catch (error) {
      if (!(error instanceof WechatFailure && STALE_TOKEN_CODES.includes(error.code ?? 0))) throw error
      token.forget()
      return requestTicket()
    }
  }

  return cached(loadTicket, onFailure).get
}
