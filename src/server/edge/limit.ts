import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { TooManyRequests } from './refusal.ts'

const HOUR_SECONDS = 3600

/** Counts one more for `key`. @throws Refusal 429 with the seconds to wait, once the hour's number is used up */
export type Limit = (key: string) => Promise<void>

export type LimitOptions = {
  name: string
  perHour: number
  redis: Redis | undefined
}

/**
 * So many an hour and key, counted for all processes in Redis, and in each process too: so that N processes let at most N times as many
 * through while Redis does not answer, and when it comes back having forgotten. No request is refused for want of Redis.
 */
export function hourlyLimit({ name, perHour, redis }: LimitOptions): Limit {
  const options = { keyPrefix: `language-quiz:${name}`, points: perHour, duration: HOUR_SECONDS }
  const own = new RateLimiterMemory(options)
  const shared = redis && new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true })
  const refuse = (refused: unknown) => {
    if (!(refused instanceof RateLimiterRes)) return
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw new TooManyRequests(`This was asked for too often. Please wait ${seconds} seconds.`, seconds)
  }
  return async (key) => {
    await own.consume(key).catch(refuse)
    await shared?.consume(key).catch(refuse)
  }
}
