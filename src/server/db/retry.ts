import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost, isUndone } from './failures.ts'
import type { Database } from './schema.ts'

/** A restart of the database fits in; a browser waits longer than this by itself. */
const RETRY_MS = 2000
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 250

/**
 * Runs `task` again, after growing random pauses, while it fails in a way that `isRetriable` accepts, for two seconds at most.
 * @throws the last failure
 */
export async function retried<Result>(
  task: () => Promise<Result>,
  isRetriable: (error: unknown) => boolean,
): Promise<Result> {
  const end = performance.now() + RETRY_MS
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(2 * longest, LONGEST_PAUSE_MS)) {
    try {
      return await task()
    } catch (error) {
      const pause = Math.random() * longest
      if (!isRetriable(error) || performance.now() + pause > end) throw error
      await sleep(pause)
    }
  }
}

/**
 * Does `work`, and all of it again after a deadlock, a serialization failure or a lost connection. A connection may be lost after a write took
 * effect: `work` done twice must come to the same as done once. Ids and random choices that matter are made before.
 */
export function retriedAsWhole<Result>(work: () => Promise<Result>): Promise<Result> {
  return retried(work, (error) => isUndone(error) || isConnectionLost(error))
}

/** Does `work` as one transaction, retried as a whole. */
export function inTransaction<Result>(db: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
  return retriedAsWhole(() => db.transaction().execute(work))
}
