import type { FastifyBaseLogger } from 'fastify'
import { deleteOldEvents } from '../db/event-outbox.ts'
import { deleteOutlived } from '../db/outlived.ts'
import type { Database } from '../db/schema.ts'
import type { Settings } from '../settings.ts'

const DAY_MS = 24 * 3600 * 1000

export type CleanupSettings = Pick<Settings, 'UNCLAIMED_DAYS' | 'EVENTS_RETENTION_DAYS'>

/** Cleans up now and once a day; a failure is logged and tried again the next day. Returns how to stop it, once the present run is done. */
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
