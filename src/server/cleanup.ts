import type { FastifyBaseLogger } from 'fastify'
import { deleteOutlived } from './db/outlived.ts'
import type { Database } from './db/schema.ts'

const DAY_MS = 24 * 3600 * 1000

/** Cleans up now and once a day; a failure is logged and tried again the next day. Returns how to stop it, once the present run is done. */
export function startCleanup(db: Database, unclaimedDays: number, log: FastifyBaseLogger): () => Promise<void> {
  let running = Promise.resolve()
  const clean = () => {
    running = deleteOutlived(db, unclaimedDays).catch((error) => log.error({ err: error }, 'cleaning up failed'))
  }
  clean()
  const timer = setInterval(clean, DAY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
