import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startWechatServer, type WechatServer } from '#harness/peers/wechat.ts'
import { type RedisServer, startRedis } from '#harness/redis.ts'
import { startTestApp } from '#harness/test-app.ts'
import { cacheJsApiTicket } from './ticket.ts'

const PROCESSES = [0, 1, 2]
const KEY = 'language-quiz:wechat-ticket:wx1'
const MARGIN_MS = 100

let redis: RedisServer
let wechat: WechatServer
let clients: Redis[]
let elapsedMs: number
beforeAll(async () => {
  redis = await startRedis()
  wechat = await startWechatServer()
  // They wait for their replies: the product gives up after 250 ms and fetches a ticket of its own, as it may on a busy
  // machine.
  clients = PROCESSES.map(() => new Redis(redis.url).on('error', () => undefined))
})
afterAll(async () => {
  for (const client of clients) client.disconnect()
  await Promise.all([redis.kill(), wechat.close()])
})
beforeEach(() => {
  redis.command('FLUSHALL')
  wechat.requests.length = 0
  wechat.lifeSeconds = 7200
  elapsedMs = 0
})

/** Asks for the ticket of three processes, twenty times each at once. */
function startProcesses(): () => Promise<Set<string>> {
  const account = { apiUrl: wechat.origin, appId: 'wx1', appSecret: 'secret' }
  const now = () => Date.now() + elapsedMs
  const tickets = clients.map((client) => cacheJsApiTicket(account, { redis: client, now }))
  return async () =>
    new Set(await Promise.all(Array.from({ length: 60 }, (_, n) => tickets[n % tickets.length]?.() ?? '')))
}

const fetched = () => wechat.requests.filter(({ path }) => path.includes('ticket')).length

it('is fetched once for three processes', async () => {
  expect(await startProcesses()()).toEqual(new Set(['ticket-1']))
  expect(wechat.requests).toHaveLength(2)
})

it('is renewed once for all near its expiry, and nobody waits', async () => {
  wechat.lifeSeconds = 2000
  const askEverywhere = startProcesses()
  await askEverywhere()
  // 1810 seconds pass, for the processes and for Redis, whose lock of 10 seconds is gone.
  elapsedMs = 1_810_000
  redis.command('PEXPIRE', KEY, '190000')
  redis.command('DEL', `${KEY}:lock`)
  expect(await askEverywhere()).toEqual(new Set(['ticket-1']))
  // Redis still counts the first's life in real time, so it must be gone there before the clock goes on.
  await expect.poll(() => redis.command('GET', KEY)).toContain('ticket-2')
  // Those who were given the first meanwhile keep it to its end.
  elapsedMs = 2_000_000
  await expect.poll(askEverywhere).toEqual(new Set(['ticket-2']))
  expect(fetched()).toBe(2)
})

it('a process that dies while fetching keeps nobody from signing', async () => {
  redis.command('SET', `${KEY}:lock`, '1', 'PX', '60000')
  const begun = performance.now()
  await startProcesses()()
  expect(performance.now() - begun).toBeGreaterThan(3000 - MARGIN_MS)
  expect(fetched()).toBe(3)
})

it('the product shares its ticket in Redis; without Redis each process fetches its own', async () => {
  const settings = { CODE_PEPPER: 'sixteen-characters-or-more', REDIS_URL: redis.url, WECHAT_API_URL: wechat.origin }
  const start = () => startTestApp({ ...settings, WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'secret' })
  const apps = await Promise.all(PROCESSES.map(start))
  const sign = async (n: number) => {
    const reply = await apps[n % apps.length]?.app.inject(`${urls.wechatJsApi}?url=http://localhost:80/`)
    return reply?.statusCode
  }
  const exists = (pattern: string) => redis.command('KEYS', pattern).trim() !== ''
  // It counts in Redis as soon as it is connected.
  await expect
    .poll(async () => {
      await apps[0]?.app.inject({ method: 'POST', url: urls.attempts, payload: { language: 'english' } })
      return exists('language-quiz:assessments:*')
    })
    .toBe(true)
  expect(await sign(0)).toBe(200)
  await expect.poll(() => exists(KEY)).toBe(true)
  await redis.kill()
  const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => sign(n)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(fetched()).toBe(3)
  await redis.start()
  await Promise.all(apps.map(({ close }) => close()))
})
