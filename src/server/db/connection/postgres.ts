import { DefaultConnectionProvider, Kysely, PostgresDialect, PostgresDriver, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { OpenDatabase, Tables } from '../schema.ts'
import { migrate } from './migrate.ts'
import { preparedName } from './prepared.ts'
import { ConnectionFailure, isUnavailable, RetryingExecutor, retried } from './retry.ts'

const CONNECT_MS = 2000
const STATEMENT_MS = 5000
const LOCK_MS = 2000
const IDLE_IN_TRANSACTION_MS = 10_000
/** Longer than the server's own limit, so it fires only if the server is unreachable, such as on a broken network. */
const QUERY_TIMEOUT_MS = STATEMENT_MS + 2000
/** Connections are recycled, so they follow a DNS change to another server. */
const LIFETIME_SECONDS = 1800

const CONNECTION = { keepAlive: true, connectionTimeoutMillis: CONNECT_MS, application_name: 'language-quiz' }

/** Server errors keep their SQLSTATE; anything else, including client time-outs, means a lost connection. */
function toConnectionFailure(cause: unknown, wasConnected: boolean): unknown {
  if (cause instanceof pg.DatabaseError) return cause
  // For a host name with several addresses, Node's error has a code but no message.
  const { message, code } = cause as NodeJS.ErrnoException
  return new ConnectionFailure(`The database: ${message || code}`, { cause, wasConnected })
}

/** A pool client with classified failures. After any failure except a server error, the pool discards it. */
function wrapClient(client: pg.PoolClient, prepares: boolean): PostgresPoolClient {
  let failure: unknown
  const query = async (text: string, values: unknown[]) => {
    if (failure) throw failure
    try {
      const name = prepares ? preparedName(text) : undefined
      return await client.query(name === undefined ? { text, values } : { name, text, values })
    } catch (error) {
      const cause = toConnectionFailure(error, true)
      if (cause instanceof ConnectionFailure) failure = cause
      throw cause
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || failure !== undefined),
  }
}

const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>()

/** Kysely caches data per client, so a connection is wrapped once, not for each statement. */
async function connect(pool: pg.Pool, prepares: boolean): Promise<PostgresPoolClient> {
  try {
    const client = await pool.connect()
    const wrapper = wrappers.get(client) ?? wrapClient(client, prepares)
    wrappers.set(client, wrapper)
    return wrapper
  } catch (error) {
    throw pool.ending ? error : toConnectionFailure(error, false)
  }
}

/** Migrates on a separate connection without timeouts, because building an index may take a while. */
async function runMigrations(connectionString: string): Promise<void> {
  const client = new pg.Client({ ...CONNECTION, connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect().catch((error) => {
      throw toConnectionFailure(error, false)
    })
    await migrate({
      execute: (sql) => client.query(sql),
      rows: async (sql) => (await client.query(sql)).rows,
    })
  } finally {
    await client.end()
  }
}

/**
 * The pool briefly queues every request, even if a connection is idle or can be opened; those don't count as wanted.
 */
function connectionsOf({ totalCount: all, idleCount: idle, waitingCount }: pg.Pool, poolSize: number) {
  return { all, idle, wanted: Math.max(0, waitingCount - idle - (poolSize - all)) }
}

/**
 * Opens a Postgres server, 15 or later, and migrates its database as needed.
 * @param options.prepares whether connections keep frequent statements prepared
 * @throws Error if it can't be reached within two seconds or refuses the connection
 */
export async function openPostgres(
  connectionString: string,
  poolSize: number,
  { prepares = true } = {},
): Promise<OpenDatabase> {
  await retried(() => runMigrations(connectionString), isUnavailable)
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionString,
    max: poolSize,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  // A broken idle connection is handled here, a broken busy one by its statement. Without both listeners Node would
  // exit.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const config = { pool: { options: {}, connect: () => connect(pool, prepares), end: () => pool.end() } }
  const dialect = new PostgresDialect(config)
  const driver = new PostgresDriver(config)
  await driver.init()
  const provider = new DefaultConnectionProvider(driver)
  const executor = new RetryingExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider)
  const db = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
  return {
    db,
    engine: 'postgres',
    connections: () => connectionsOf(pool, poolSize),
    close: () => db.destroy(),
  }
}
