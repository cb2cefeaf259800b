import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/schema.ts'
import { daysToRollUp, rollUpDay } from '../db/tables/roll-ups.ts'
import { repeat, type Stop } from './loop.ts'

const HOUR_MS = 3600 * 1000

/** Adds every finished day to the roll-ups of the staff page, one day at a time. */
export async function rollUp(db: Database): Promise<void> {
  for (const day of await daysToRollUp(db)) await rollUpDay(db, day)
}

/** Rolls up now and every hour; a failure is logged and retried the next hour. */
export function startRollUps(db: Database, log: Pick<FastifyBaseLogger, 'warn'>): Stop {
  return repeat(HOUR_MS, () =>
    rollUp(db).catch((error) => log.warn({ err: error }, 'rolling up the figures for staff failed')),
  )
}
