import { readdirSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

export type Query = (sql: string, values?: unknown[]) => Promise<unknown>

export type BareDatabase = {
  query: Query
  transaction: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>
}

/** As many connections as the app has by default. */
const CONNECTIONS = 10

const migrations = () =>
  readdirSync('db/migrations')
    .sort()
    .map((name) => readFileSync(`db/migrations/${name}`, 'utf8'))

async function onPostgres(connectionString: string): Promise<BareDatabase> {
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS })
  for (const sql of migrations()) await pool.query(sql)
  return {
    query: (sql, values) => pool.query(sql, values),
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await work((sql, values) => client.query(sql, values))
        await client.query('commit')
        return result
      } finally {
        client.release()
      }
    },
  }
}

async function embedded(): Promise<BareDatabase> {
  const pglite = await PGlite.create()
  for (const sql of migrations()) await pglite.exec(sql)
  return {
    query: (sql, values) => pglite.query(sql, values),
    transaction: (work) => pglite.transaction((db) => work((sql, values) => db.query(sql, values))),
  }
}

/** The driver alone, on the Postgres server of the address or in memory. */
export function openBareDatabase(url: string | undefined): Promise<BareDatabase> {
  return url ? onPostgres(url) : embedded()
}
