import {
  DefaultConnectionProvider,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Storage } from '#contract/readiness.ts'
import { ConnectionFailure, isUnavailable } from './failures.ts'
import { migrate } from './migrate.ts'
import type { OpenDatabase } from './open.ts'
import { retried } from './retry.ts'
import { RetryingExecutor } from './retrying-executor.ts'
import type { Database, Tables } from './schema.ts'

const CONNECT_MS = 2000
const STATEMENT_MS = 5000
const LOCK_MS = 2000
const IDLE_IN_TRANSACTION_MS = 10_000
/** Longer than the server's own limit: it speaks only when the server is silent, as behind a broken network. */
const SILENCE_MS = STATEMENT_MS + 2000
/** Connections are made anew now and then, so that they follow the address to another server. */
const LIFETIME_SECONDS = 1800

const CONNECTION = { keepAlive: true, connectionTimeoutMillis: CONNECT_MS, application_name: 'language-quiz' }

/** What the server says keeps its SQLSTATE; anything else, time-outs of the client among them, means that there is no connection. */
function named(cause: unknown, wasConnected: boolean): unknown {
  if (cause instanceof pg.DatabaseError) return cause
  // Of an address that stands for several, Node's error has a code and no message.
  const { message, code } = cause as NodeJS.ErrnoException
  return new ConnectionFailure(`The database: ${message || code}`, { cause, wasConnected })
}

/** A client of the pool that names its failures, and that the pool drops once it has failed other than by a word of the server. */
function guarded(client: pg.PoolClient): PostgresPoolClient {
  let failure: unknown
  const query = async (text: string, values: unknown[]) => {
    if (failure) throw failure
    try {
      return await client.query(text, values)
    } catch (error) {
      const cause = named(error, true)
      if (cause instanceof ConnectionFailure) failure = cause
      throw cause
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || failure !== undefined),
  }
}

async function connected(pool: pg.Pool): Promise<PostgresPoolClient> {
  try {
    return guarded(await pool.connect())
  } catch (error) {
    throw pool.ending ? error : named(error, false)
  }
}

/** Applies the migrations on a connection of its own, without time-outs: an index may take its time. */
async function migrated(connectionString: string): Promise<void> {
  const client = new pg.Client({ ...CONNECTION, connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect().catch((error) => {
      throw named(error, false)
    })
    await migrate({
      execute: (sql) => client.query(sql),
      rows: async (sql) => (await client.query(sql)).rows,
    })
  } finally {
    await client.end()
  }
}

/** What the server says of itself; a server that has no such settings is taken at its word. */
async function readDurability(db: Database): Promise<Storage['durability']> {
  const { rows } = await sql<{ settings: string }>`
    select concat(current_setting('fsync', true), ' ', current_setting('synchronous_commit', true)) as settings`.execute(
    db,
  )
  return /\boff\b/.test(rows[0]?.settings ?? '') ? 'unsynced' : 'synced'
}

/** Whoever asks stands in the pool's queue for a moment, also when a connection is free or may be opened: that is no waiting. */
function connectionsOf({ totalCount: all, idleCount: idle, waitingCount }: pg.Pool, poolSize: number) {
  return { all, idle, wanted: Math.max(0, waitingCount - idle - (poolSize - all)) }
}

/**
 * Opens a Postgres server, 15 or later, and migrates its database as needed.
 * @throws Error when it cannot be reached within two seconds or refuses us
 */
export async function openPostgres(connectionString: string, poolSize: number): Promise<OpenDatabase> {
  await retried(() => migrated(connectionString), isUnavailable)
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionString,
    max: poolSize,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: SILENCE_MS,
  })
  // A connection that breaks while nobody uses it ends here; one in use fails its statement. Without a listener on both, Node would exit.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const config = { pool: { options: {}, connect: () => connected(pool), end: () => pool.end() } }
  const dialect = new PostgresDialect(config)
  const driver = new PostgresDriver(config)
  await driver.init()
  const provider = new DefaultConnectionProvider(driver)
  const executor = new RetryingExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider)
  const db = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
  return {
    db,
    storage: { engine: 'postgres', durability: await readDurability(db) },
    connections: () => connectionsOf(pool, poolSize),
    close: () => db.destroy(),
  }
}
