import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { type RedisServer, startRedis } from '#harness/redis.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { HANG_MS, timeLimit } from '#harness/time-limit.ts'

const LIMIT = 5
/** A process waits this long for Redis, then counts on its own. */
const REDIS_MS = 250
const SETTINGS = { CODE_PEPPER: 'sixteen-characters-or-more', ASSESSMENTS_PER_HOUR: String(LIMIT) }

let redis: RedisServer
let apps: TestApp[] = []
beforeAll(async () => {
  redis = await startRedis()
  await startApps()
})
afterAll(async () => {
  await closeApps()
  await redis.kill()
})
// All tests share these two and use different addresses.
afterEach(() => redis.command('FLUSHALL'))

/** Two processes that share Redis but not a database. */
async function startApps(): Promise<void> {
  const settings = { ...SETTINGS, REDIS_URL: redis.url }
  apps = await Promise.all([startTestApp(settings), startTestApp(settings)])
}
const closeApps = () => Promise.all(apps.map(({ close }) => close()))

const start = ({ app }: TestApp, remoteAddress: string) =>
  app.inject({ method: 'POST', url: urls.attempts, payload: { language: 'english' }, remoteAddress })

let address = 0
const newAddress = () => `192.0.2.${++address}`

/** Waits until every process counts in Redis. */
async function untilShared(): Promise<void> {
  for (const app of apps) {
    const isCounted = async () => {
      const from = newAddress()
      await start(app, from)
      return redis.command('EXISTS', `language-quiz:assessments:${from}`).trim()
    }
    await expect.poll(isCounted, { timeout: HANG_MS }).toBe('1')
  }
}

type Counted = { allowed: number; longestMs: number }

/** How many of 3 x LIMIT starts from one new address succeed across all processes; none may take more than a second. */
async function countStarts(): Promise<Counted> {
  const from = newAddress()
  const counted = { allowed: 0, longestMs: 0 }
  for (let n = 0; n < 3 * LIMIT; n++) {
    const begun = performance.now()
    const { statusCode } = await start(apps[n % apps.length] as TestApp, from)
    const ms = performance.now() - begun
    expect(ms).toBeLessThan(timeLimit(1000))
    expect([201, 429]).toContain(statusCode)
    if (statusCode === 201) counted.allowed += 1
    counted.longestMs = Math.max(counted.longestMs, ms)
  }
  return counted
}

/** For processes that count on their own. */
const countAllowed = async () => (await countStarts()).allowed

/** Counts again until Redis has replied in time to every start; on a busy machine, it may not. */
async function inTime<Value extends { longestMs: number }>(count: () => Promise<Value>): Promise<Value> {
  await untilShared()
  const counted = await count()
  return counted.longestMs < REDIS_MS ? counted : inTime(count)
}

const countShared = async () => (await inTime(countStarts)).allowed

describe('two processes and one Redis', () => {
  it('v5.0.0-2.4.1: enforces a limit for both together, and its keys expire', async () => {
    expect(await countShared()).toBe(LIMIT)
    const [key] = redis.command('KEYS', 'language-quiz:assessments:*').split('\n')
    expect(Number(redis.command('TTL', key ?? ''))).toBeGreaterThan(3500)
  })

  it('killed: each process counts on its own; restarted: together again', async () => {
    await untilShared()
    await redis.kill()
    expect(await countAllowed()).toBe(2 * LIMIT)
    await redis.start()
    expect(await countShared()).toBe(LIMIT)
  })

  it('absent at startup: requests are served anyway', async () => {
    await redis.kill()
    await closeApps()
    await startApps()
    expect(await countAllowed()).toBe(2 * LIMIT)
    await redis.start()
  })

  it('frozen: no request is delayed by a second; thawed: counts are shared again', async () => {
    await untilShared()
    redis.freeze()
    expect(await countAllowed()).toBe(2 * LIMIT)
    redis.thaw()
    expect(await countShared()).toBe(LIMIT)
  })

  it.each([
    ['out of memory', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['a read-only replica', ['REPLICAOF', '127.0.0.1', '9'], ['REPLICAOF', 'NO', 'ONE']],
  ])('%s: each process counts on its own', async (_name, breakIt, fixIt) => {
    await untilShared()
    redis.command(...breakIt)
    const allowed = await countAllowed()
    redis.command(...fixIt)
    expect(allowed).toBe(2 * LIMIT)
    expect(await countShared()).toBe(LIMIT)
  })

  it('emptied: the hour starts over, for both together', async () => {
    const { statuses } = await inTime(async () => {
      const from = newAddress()
      const begun = performance.now()
      for (let n = 0; n < LIMIT; n++) await start(apps[0] as TestApp, from)
      const full = await start(apps[1] as TestApp, from)
      const longestMs = performance.now() - begun
      redis.command('FLUSHALL')
      const emptied = await start(apps[1] as TestApp, from)
      return { statuses: [full.statusCode, emptied.statusCode], longestMs }
    })
    expect(statuses).toEqual([429, 201])
  })

  it('emptied again and again: two processes allow at most twice as many', async () => {
    await untilShared()
    const from = newAddress()
    let allowed = 0
    for (let n = 0; n < 6 * LIMIT; n++) {
      if (n % LIMIT === 0) redis.command('FLUSHALL')
      if ((await start(apps[n % 2] as TestApp, from)).statusCode === 201) allowed += 1
    }
    expect(allowed).toBe(2 * LIMIT)
  })
})
