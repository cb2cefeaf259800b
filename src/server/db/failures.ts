/** The connection to the database could not be made, or broke; then it is not known whether its last statement took effect. */
export class ConnectionFailure extends Error {
  readonly wasConnected: boolean

  constructor(message: string, options: { cause: unknown; wasConnected: boolean }) {
    super(message, options)
    this.name = 'ConnectionFailure'
    this.wasConnected = options.wasConnected
  }
}

/** SQLSTATEs of https://www.postgresql.org/docs/15/errcodes-appendix.html: the server has undone the statement or never began it. */
const UNDONE = /^(40001|40P01|57P03|53300)$/
/** The server ends the connection: it shuts down, restarts or was told to drop us. */
const DROPPED = /^(57P01|57P02|08...)$/
/** What gives up rather than wait: statement, lock, idle in transaction; and what is used up: disk, memory, connections. */
const OVERLOADED = /^(57014|55P03|25P03|53...)$/

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Whether nothing has changed, so that anything may be tried again. */
export function isUndone(error: unknown): boolean {
  return (error instanceof ConnectionFailure && !error.wasConnected) || UNDONE.test(sqlState(error))
}

/** Whether the connection is gone, and with it the knowledge whether the last statement took effect. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof ConnectionFailure || DROPPED.test(sqlState(error))
}

/** Whether the database, not the request, is at fault, and the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return isUndone(error) || isConnectionLost(error) || OVERLOADED.test(sqlState(error))
}
