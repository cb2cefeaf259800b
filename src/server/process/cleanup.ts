import type { FastifyBaseLogger } from 'fastify'
import { deleteOldEvents } from '../db/events.ts'
import type { Database } from '../db/schema.ts'
import { deleteOutlived } from '../db/upkeep.ts'
import type { Settings } from '../settings.ts'

const DAY_MS = 24 * 3600 * 1000

export type CleanupSettings = Pick<Settings, 'UNCLAIMED_DAYS' | 'EVENTS_RETENTION_DAYS'>

/**
 * Deletes expired data now and once a day. A failure is logged and retried the next day.
 * @returns a function that stops it after the current run
 */
export function startCleanup(
  db: Database,
  { UNCLAIMED_DAYS, EVENTS_RETENTION_DAYS }: CleanupSettings,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running = Promise.resolve()
  const deleteAll = async () => {
    await deleteOutlived(db, UNCLAIMED_DAYS)
    await deleteOldEvents(db, EVENTS_RETENTION_DAYS)
  }
  const clean = () => {
    running = deleteAll().catch((error) => log.error({ err: error }, 'cleaning up failed'))
  }
  clean()
  const timer = setInterval(clean, DAY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
