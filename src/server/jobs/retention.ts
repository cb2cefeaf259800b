import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/schema.ts'
import { RETENTION } from '../db/tables/retention.ts'
import { deleteDue, type RetentionSettings } from '../db/tables/retention-rule.ts'
import { repeat, type Stop } from './loop.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Deletes due rows now and once a day, each table separately: a failure is logged, retried the next day, and doesn't
 * stop other tables.
 * @param onSuccess called with each table that has no due rows left
 */
export function startRetention(
  db: Database,
  settings: RetentionSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  onSuccess: (table: string) => void = () => undefined,
): Stop {
  return repeat(DAY_MS, async (signal) => {
    for (const rule of RETENTION)
      try {
        await deleteDue(db, rule, settings, { signal })
        if (signal.aborted) break
        onSuccess(rule.table)
      } catch (error) {
        log.warn({ err: error, kind: rule.table }, 'cleanup failed')
      }
    return { hasMore: false }
  })
}
