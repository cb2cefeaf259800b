import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Lent } from './keep-until-expiry.ts'

/** Longer than a borrower takes; and for so long nobody else tries when it failed or died. */
const TURN_MS = 10_000
const LOOK_AGAIN_MS = 100
const WAIT_MS = 3000
/** More than the tenth at which `keepUntilExpiry` asks again, so that asking then does renew. */
const LAST_PART = 0.12

const Shared = Type.Object({ value: Type.String(), lifeMs: Type.Number() })

type Found = Lent<string> & { isEnding: boolean }

async function find(redis: Redis, key: string): Promise<Found | undefined> {
  const [text, leftMs] = await Promise.all([redis.get(key), redis.pttl(key)])
  const shared: unknown = JSON.parse(text ?? 'null')
  if (!Value.Check(Shared, shared) || leftMs <= 0) return undefined
  return { value: shared.value, lifeMs: leftMs, isEnding: leftMs <= shared.lifeMs * LAST_PART }
}

/**
 * `borrow` for many processes: one of them asks the lender and leaves the value in Redis until it expires, the others take it from there.
 * Times are Redis's own. A process borrows for itself when Redis does not answer, or when the one whose turn it is leaves nothing for 3 s.
 */
export function borrowTogether(
  redis: Redis,
  key: string,
  borrow: () => Promise<Lent<string>>,
): () => Promise<Lent<string>> {
  async function borrowForAll(): Promise<Lent<string>> {
    const lent = await borrow()
    const shared = JSON.stringify({ value: lent.value, lifeMs: lent.lifeMs })
    await redis.set(key, shared, 'PX', lent.lifeMs).catch(() => undefined)
    return lent
  }

  async function findOrTakeTurn(): Promise<Lent<string> | 'my turn'> {
    for (let waited = 0; waited < WAIT_MS; waited += LOOK_AGAIN_MS) {
      const found = await find(redis, key)
      if (found && !found.isEnding) return found
      if (await redis.set(`${key}:turn`, '1', 'PX', TURN_MS, 'NX')) return 'my turn'
      if (found) return found
      await sleep(LOOK_AGAIN_MS)
    }
    return 'my turn'
  }

  return async () => {
    const found = await findOrTakeTurn().catch(() => 'my turn' as const)
    return found === 'my turn' ? borrowForAll() : found
  }
}
