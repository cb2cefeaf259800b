import { setTimeout as sleep } from 'node:timers/promises'
import { type AbortableQueryOptions, type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'
import type { Database } from '../schema.ts'

/** The database connection failed or broke, so it's unknown whether its last statement took effect. */
export class ConnectionFailure extends Error {
  readonly wasConnected: boolean

  constructor(message: string, options: { cause: unknown; wasConnected: boolean }) {
    super(message, options)
    this.name = 'ConnectionFailure'
    this.wasConnected = options.wasConnected
  }
}

/**
 * SQLSTATEs of https://www.postgresql.org/docs/15/errcodes-appendix.html: the server has undone the statement or never
 * started it. A newly elected server is read-only for a moment (25006).
 */
const UNDONE = /^(40001|40P01|57P03|53300|25006)$/
/** The server ended the connection: it is shutting down, restarting, or was told to drop us. */
const DROPPED = /^(57P01|57P02|08...)$/
/** Time-outs (statement, lock, idle in transaction) and exhausted resources (disk, memory, connections). */
const OVERLOADED = /^(57014|55P03|25P03|53...)$/

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether nothing has changed, so anything can be retried. */
function isUndone(error: unknown): boolean {
  return (error instanceof ConnectionFailure && !error.wasConnected) || UNDONE.test(sqlState(error))
}

/** Whether the connection is gone, so it's unknown whether the last statement took effect. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof ConnectionFailure || DROPPED.test(sqlState(error))
}

/** Whether the database is the cause rather than the request, so the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return isUndone(error) || isConnectionLost(error) || OVERLOADED.test(sqlState(error))
}

/** The foreign key that points at a row that was just deleted, such as `assessments_user_id_fkey`. */
export function brokenForeignKey(error: unknown): string | undefined {
  return sqlState(error) === '23503' ? String((error as { constraint?: unknown }).constraint) : undefined
}

/** Long enough for a database restart; browsers keep retrying for longer. */
const RETRY_MS = 2000
const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 250

/**
 * Retries `task` with growing random pauses while `isRetriable` accepts its failure, for two seconds at most.
 * @throws the last error
 */
export async function retried<Result>(
  task: () => Promise<Result>,
  isRetriable: (error: unknown) => boolean,
): Promise<Result> {
  const end = performance.now() + RETRY_MS
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(2 * longest, MAX_PAUSE_MS)) {
    try {
      return await task()
    } catch (error) {
      const pause = Math.random() * longest
      if (!isRetriable(error) || performance.now() + pause > end) throw error
      await sleep(pause)
    }
  }
}

/**
 * Runs `work`, and repeats it whole after a deadlock, a serialization failure or a lost connection. A connection can be
 * lost after a write took effect, so `work` must be idempotent: make ids and important random choices beforehand.
 */
export function retriedAsWhole<Result>(work: () => Promise<Result>): Promise<Result> {
  return retried(work, (error) => isUndone(error) || isConnectionLost(error))
}

/** Runs `work` as one transaction, retried as a whole. */
export function inTransaction<Result>(db: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
  return retriedAsWhole(() => db.transaction().execute(work))
}

/**
 * Whether a statement may be repeated if it's unknown whether it took effect: reads, and writes that return nothing,
 * which are idempotent. A write that returns something, such as the code it used up, could return something else the
 * second time.
 */
function isRepeatable({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode' || /^select\b/i.test(sql)) return true
  const isWrite =
    query.kind === 'InsertQueryNode' || query.kind === 'UpdateQueryNode' || query.kind === 'DeleteQueryNode'
  return isWrite && query.returning === undefined
}

/**
 * Retries single statements. Statements in a transaction run in Kysely's own executor, because only the whole
 * transaction can be repeated (`inTransaction`).
 */
export class RetryingExecutor extends DefaultQueryExecutor {
  override executeQuery<Row>(
    query: CompiledQuery<unknown>,
    options?: AbortableQueryOptions,
  ): Promise<QueryResult<Row>> {
    return retried(
      () => super.executeQuery(query, options),
      (error) => isUndone(error) || (isRepeatable(query) && isConnectionLost(error)),
    )
  }
}
