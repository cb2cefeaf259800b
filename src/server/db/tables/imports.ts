import { sql } from 'kysely'
import { inTransaction } from '../connection/retry.ts'
import type { Database } from '../schema.ts'

/** The effect of an import. */
export type ImportCounts = { added: number; changed: number; removed: number }

/** Runs one import at a time, and each as one transaction: all or nothing. */
export function inImport<Result>(db: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(7053223)`.execute(transaction)
    return work(transaction)
  })
}

/** A statement takes at most 65,535 parameters. */
const ROWS_AT_ONCE = 2000

/** Writes many rows, in chunks of thousands. */
export async function inChunks<Row>(rows: readonly Row[], write: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await write(rows.slice(at, at + ROWS_AT_ONCE))
}

/** Marks the demo's teachers and sets, so they aren't mistaken for an operator's own. */
export const DEMO = { issuer: 'demo', keys: 'demo/' }
