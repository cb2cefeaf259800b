import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { ValidityFigures } from '#contract/validity.ts'
import type { Database } from '../db/schema.ts'
import { findCompared } from '../db/tables/validity.ts'
import { claimFigures, storeFigures } from '../db/tables/validity-figures.ts'
import { repeat, type Stop } from './loop.ts'

const HOUR_MS = 3600 * 1000

/** In a thread of its own, which ends with it: drawing people again holds a processor for seconds. */
async function computeFigures(db: Database): Promise<ValidityFigures> {
  const compared = await findCompared(db)
  const day = new Date().toISOString().slice(0, 10)
  const worker = new Worker(new URL('../validity/worker.ts', import.meta.url), { workerData: { compared, day } })
  const [figures] = await once(worker, 'message')
  return figures
}

/** Computes what the pages show of how levels agree with people's own, if that is a day old. */
export async function refreshValidity(db: Database): Promise<void> {
  if (await claimFigures(db)) await storeFigures(db, await computeFigures(db))
}

/** Refreshes now and looks again every hour; a failure is logged, and the next day tries again. */
export function startValidity(db: Database, log: Pick<FastifyBaseLogger, 'warn'>): Stop {
  return repeat(HOUR_MS, () =>
    refreshValidity(db).catch((error) => log.warn({ err: error }, 'comparing levels with people’s own failed')),
  )
}
