import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/schema.ts'
import { foldResults } from '../db/tables/result-counts.ts'
import { repeat, type Stop } from './loop.ts'

/** In small portions: a large one delays the answers of that moment. */
const EVERY_MS = 2000

/** Folds now and every other second; a failure is logged and tried again then. */
export function startResultCounts(db: Database, log: Pick<FastifyBaseLogger, 'warn'>): Stop {
  return repeat(EVERY_MS, () => foldResults(db).catch((error) => log.warn({ err: error }, 'counting results failed')))
}
