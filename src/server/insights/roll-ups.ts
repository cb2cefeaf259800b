import type { FastifyBaseLogger } from 'fastify'
import { daysToRollUp, rollUpDay } from '../db/insights-sources.ts'
import type { Database } from '../db/schema.ts'

const HOUR_MS = 3600 * 1000

/** Adds every day that is over to the roll-ups of the staff page, a day at a time. */
export async function rollUp(db: Database): Promise<void> {
  for (const day of await daysToRollUp(db)) await rollUpDay(db, day)
}

/** Rolls up now and once an hour; a failure is logged and tried again the next hour. Returns how to stop it, once the present run is done. */
export function startRollUps(db: Database, log: Pick<FastifyBaseLogger, 'error'>): () => Promise<void> {
  let running = Promise.resolve()
  const run = () => {
    running = running
      .then(() => rollUp(db))
      .catch((error) => log.error({ err: error }, 'rolling up the figures for staff failed'))
  }
  run()
  const timer = setInterval(run, HOUR_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
