import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Loaded } from '../cache.ts'

/** Longer than a load takes. While the lock of a failed or dead process stands, nobody else tries. */
const LOCK_MS = 10_000
const POLL_MS = 100
const WAIT_MS = 3000
/** A value with less than this share of its TTL left is loaded anew: more than the tenth in which caches refresh. */
const NEAR_EXPIRY = 0.12

const Shared = Type.Object({ value: Type.String(), ttlMs: Type.Number() })

type Found = Loaded<string> & { isNearExpiry: boolean }

async function find(redis: Redis, key: string): Promise<Found | undefined> {
  const [text, leftMs] = await Promise.all([redis.get(key), redis.pttl(key)])
  const shared: unknown = JSON.parse(text ?? 'null')
  if (!Value.Check(Shared, shared) || leftMs <= 0) return undefined
  return { value: shared.value, ttlMs: leftMs, isNearExpiry: leftMs <= shared.ttlMs * NEAR_EXPIRY }
}

/**
 * `load` for many processes: one of them loads the value and leaves it in Redis until it expires; the others read it there. Time is measured
 * by Redis. A process loads for itself when Redis does not answer, or when the process that holds the lock delivers nothing within 3 s.
 */
export function sharedLoad(redis: Redis, key: string, load: () => Promise<Loaded<string>>) {
  async function loadForAll(): Promise<Loaded<string>> {
    const { value, ttlMs } = await load()
    await redis.set(key, JSON.stringify({ value, ttlMs }), 'PX', ttlMs).catch(() => undefined)
    return { value, ttlMs }
  }

  /** The value in Redis; undefined when this process is to load it. */
  async function findOrLock(): Promise<Loaded<string> | undefined> {
    for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
      const found = await find(redis, key)
      if (found && !found.isNearExpiry) return found
      if (await redis.set(`${key}:lock`, '1', 'PX', LOCK_MS, 'NX')) return undefined
      if (found) return found
      await sleep(POLL_MS)
    }
    return undefined
  }

  return async (): Promise<Loaded<string>> => (await findOrLock().catch(() => undefined)) ?? loadForAll()
}
