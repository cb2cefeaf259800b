import type { Storage } from '#contract/readiness.ts'
import type { Settings } from '../settings.ts'
import { openEmbedded } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import type { Database } from './schema.ts'

export type OpenDatabase = {
  db: Database
  storage: Storage
  /** Of a server's pool: its connections, those that nobody uses, and how many wait for one. */
  connections?: () => { all: number; idle: number; wanted: number }
  close: () => Promise<void>
}

/** The Postgres server of DATABASE_URL, or else the embedded database. */
export function openDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATA_DIR'>,
): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_POOL_SIZE, DATA_DIR } = settings
  return DATABASE_URL ? openPostgres(DATABASE_URL, DATABASE_POOL_SIZE) : openEmbedded(DATA_DIR)
}
