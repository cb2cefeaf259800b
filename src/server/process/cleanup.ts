import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/schema.ts'
import { deleteOutlived, OUTLIVED_KINDS, type Outlived } from '../db/upkeep.ts'
import type { Settings } from '../settings.ts'

const DAY_MS = 24 * 3600 * 1000

export type CleanupSettings = Pick<Settings, 'UNCLAIMED_DAYS' | 'EVENTS_RETENTION_DAYS'>

/**
 * Deletes expired data now and once a day, each kind by itself: one that fails is logged, retried the next day, and stops no other.
 * @param onSuccess gets each kind of which nothing due is left
 * @returns a function that stops it after the current batch
 */
export function startCleanup(
  db: Database,
  settings: CleanupSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  onSuccess: (kind: Outlived) => void = () => undefined,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const clean = async () => {
    for (const kind of OUTLIVED_KINDS)
      try {
        await deleteOutlived(db, kind, settings, { signal })
        if (signal.aborted) return
        onSuccess(kind)
      } catch (error) {
        log.warn({ err: error, kind }, 'cleanup failed')
      }
  }
  let running = clean()
  const timer = setInterval(() => {
    running = running.then(clean)
  }, DAY_MS)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
