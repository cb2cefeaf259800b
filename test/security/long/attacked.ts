import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { urls } from '#contract/urls.ts'
import { marketplaceSettings, type StandInMarketplace, startMarketplace } from '#harness/peers/marketplace.ts'
import { startWechatServer, type WechatServer } from '#harness/peers/wechat.ts'
import { createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { type RedisServer, startRedis } from '#harness/redis.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import type { Database } from '#server/db/schema.ts'
import { insertSession } from '#server/db/tables/sessions.ts'
import { insertUser } from '#server/db/tables/users.ts'

/** The deployment modes; the attacks run against each. */
export const MODES = ['alone', 'with Redis and WeChat', 'with a marketplace'] as const
export type Mode = (typeof MODES)[number]

type Sent = { method?: string; from?: string; cookie?: string; headers?: Record<string, string>; body?: unknown }
type Received = { status: number; content: string; cookies: string[] }

export type Attacked = {
  mode: Mode
  server: RunningServer
  db: Database
  marketplace: StandInMarketplace | undefined
  redis: RedisServer | undefined
  wechat: WechatServer | undefined
  /** Sends one request, unaltered, from any address. */
  send: (path: string, sent?: Sent) => Promise<Received>
  /** Signs a new account in. @returns its cookie */
  newSession: () => Promise<string>
  stop: () => Promise<void>
}

/** The product in one of its modes, as a process on Postgres behind a proxy, under attack from this process. */
export async function startAttacked(mode: Mode, settings: Record<string, string> = {}): Promise<Attacked> {
  const postgres: PostgresServer = await startPostgres()
  const DATABASE_URL = await createDatabase(postgres.url, 'attacked')
  const marketplace = mode === 'with a marketplace' ? await startMarketplace() : undefined
  const redis = mode === 'with Redis and WeChat' ? await startRedis() : undefined
  const wechat = mode === 'with Redis and WeChat' ? await startWechatServer() : undefined
  // No mail server is listening: codes are created but not sent.
  const ways = { SMTP_URL: 'smtp://127.0.0.1:9', GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const env = {
    ...{ DATABASE_URL, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'info', ...ways },
    ...(marketplace ? marketplaceSettings(marketplace.url) : {}),
    ...(redis ? { REDIS_URL: redis.url, CODE_PEPPER: 'a pepper for the attack' } : {}),
    ...(wechat ? { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'secret', WECHAT_API_URL: wechat.origin } : {}),
    ...settings,
  }
  const server = await startServer({ mode: 'serve', env })
  const { db, close } = await openDatabase({
    DATABASE_URL,
    DATABASE_POOL_SIZE: 2,
    DATABASE_PREPARE: '1',
    DATA_DIR: '',
  })
  let people = 0
  return {
    mode,
    server,
    db,
    marketplace,
    redis,
    wechat,

    async send(path, { method, from = '192.0.2.1', cookie, headers = {}, body } = {}) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const sent = request(`${server.origin}${urls.health}`, {
        path,
        method: method ?? (text === undefined ? 'GET' : 'POST'),
        agent: false,
        headers: {
          'x-forwarded-for': from,
          ...(cookie ? { cookie } : {}),
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      sent.end(text)
      const [reply] = await once(sent, 'response')
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk)
      const content = Buffer.concat(chunks).toString()
      return { status: Number(reply.statusCode), content, cookies: (reply.headers['set-cookie'] ?? []) as string[] }
    },

    async newSession() {
      // The stand-in identifies people by the start of their session cookie.
      if (marketplace) return `sid=${++people}-${randomBytes(16).toString('hex')}`
      const user = await insertUser(db, { nickname: 'Anna', avatar_file_name: 'seed-1' })
      const token = randomBytes(32).toString('base64url')
      await insertSession(db, createHash('sha256').update(token).digest('base64url'), user.id)
      return `sid=${token}`
    },

    async stop() {
      await close()
      await server.stop()
      await Promise.all([postgres.stop(), marketplace?.close(), redis?.kill(), wechat?.close()])
    },
  }
}
