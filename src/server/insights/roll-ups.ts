import type { FastifyBaseLogger } from 'fastify'
import { daysToRollUp, rollUpDay } from '../db/insights-sources.ts'
import type { Database } from '../db/schema.ts'

const HOUR_MS = 3600 * 1000

/** Adds every finished day to the roll-ups of the staff page, one day at a time. */
export async function rollUp(db: Database): Promise<void> {
  for (const day of await daysToRollUp(db)) await rollUpDay(db, day)
}

/** Rolls up now and every hour; a failure is logged and retried the next hour. @returns a function that stops it after the present run */
export function startRollUps(db: Database, log: Pick<FastifyBaseLogger, 'warn'>): () => Promise<void> {
  let running = Promise.resolve()
  const run = () => {
    running = running
      .then(() => rollUp(db))
      .catch((error) => log.warn({ err: error }, 'rolling up the figures for staff failed'))
  }
  run()
  const timer = setInterval(run, HOUR_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
