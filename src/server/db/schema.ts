import type { Kysely } from 'kysely'
import type { Engine } from '#contract/operations.ts'
import type { AccountTables } from './schema/accounts.ts'
import type { AnalyticsTables } from './schema/analytics.ts'
import type { AttemptTables } from './schema/attempts.ts'
import type { BuiltInMarketplaceTables } from './schema/built-in-marketplace.ts'

/** Every table, with the files in tables/ that write it. */
export type Tables = AttemptTables & AccountTables & BuiltInMarketplaceTables & AnalyticsTables

export type Database = Kysely<Tables>

export type OpenDatabase = {
  db: Database
  engine: Engine
  /** The pool of a Postgres server: all connections, the idle ones, and how many more are wanted. */
  connections?: () => { all: number; idle: number; wanted: number }
  close: () => Promise<void>
}
