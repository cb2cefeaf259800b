import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { TooManyRequests } from '../refusal.ts'

const HOUR_SECONDS = 3600

/** Counts one more for `key`. @throws Refusal 429 with the seconds to wait, once the hour's number is used up */
export type Limit = (key: string) => Promise<void>

export type LimitOptions = {
  name: string
  perHour: number
  redis: Redis | undefined
}

/**
 * So many an hour and key, counted for all processes in Redis. Without it, and while it does not answer, each process counts for itself:
 * then N processes let N times as many through, and no request is refused for want of Redis.
 */
export function hourlyLimit({ name, perHour, redis }: LimitOptions): Limit {
  const options = { keyPrefix: `language-quiz:${name}`, points: perHour, duration: HOUR_SECONDS }
  const memory = new RateLimiterMemory(options)
  const limiter = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
    : memory
  return async (key) => {
    try {
      await limiter.consume(key)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      throw new TooManyRequests(`This was asked for too often. Please wait ${seconds} seconds.`, seconds)
    }
  }
}
