import { sql } from 'kysely'
import { inTransaction } from '../connection/retry.ts'
import type { Database } from '../schema.ts'

/** What an import did. */
export type ImportCounts = { added: number; changed: number; removed: number }

/** `replace`: what the file does not name is removed. */
export type ImportOptions = { replace?: boolean }

/** Runs one import at a time, and each as one transaction: all or nothing. */
export function inImport<Result>(db: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(7053223)`.execute(transaction)
    return work(transaction)
  })
}

/** Passes the ids as one parameter; a statement takes at most 65,535. */
export function idList(ids: readonly number[]) {
  return sql<number>`(select value::integer from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
}

/**
 * What marks the demo's teachers, sets and accounts: they must not be taken for an operator's own. Nobody can own an
 * address of that domain (RFC 2606).
 */
export const DEMO = { issuer: 'demo', keys: 'demo/', domain: '@demo.invalid' }
