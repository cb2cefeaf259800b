import { type AbortableQueryOptions, type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'
import { isConnectionLost, isUndone } from './failures.ts'
import { retried } from './retry.ts'

/**
 * Whether a statement may be repeated when nobody knows if it took effect: reads, and writes that return nothing, which are written so
 * that twice comes to the same as once. What a write returns, such as the code that it has used up, could be another thing the second time.
 */
function isRepeatable({ query }: CompiledQuery): boolean {
  if (query.kind === 'SelectQueryNode') return true
  const isWrite =
    query.kind === 'InsertQueryNode' || query.kind === 'UpdateQueryNode' || query.kind === 'DeleteQueryNode'
  return isWrite && query.returning === undefined
}

/** Retries single statements. Those of a transaction run in Kysely's own executor: only the whole can be repeated (`inTransaction`). */
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
