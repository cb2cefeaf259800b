import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import type { Settings } from '../env.ts'
import { lockDirectory } from './directory-lock.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Database, Tables } from './schema.ts'

export type OpenDatabase = { db: Database; close: () => Promise<void> }

async function opened(pglite: PGlite): Promise<Database> {
  await migrate({
    execute: (sql) => pglite.exec(sql),
    rows: async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
  })
  return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
}

/** The Postgres server of DATABASE_URL, or else the embedded database. */
export function openDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATA_DIR'>,
): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_POOL_SIZE, DATA_DIR } = settings
  return DATABASE_URL ? openPostgres(DATABASE_URL, DATABASE_POOL_SIZE) : openEmbedded(DATA_DIR)
}

/** A database in memory, for tests: gone when closed. `prepared` is a dump of one, which opens in a quarter of the time. */
export async function openInMemory(prepared?: Blob): Promise<OpenDatabase> {
  const pglite = await PGlite.create(prepared ? { loadDataDir: prepared } : {})
  return { db: await opened(pglite), close: () => pglite.close() }
}

/**
 * Opens the embedded database under `dataDir`, creating and migrating it as needed.
 * The first start builds it beside its final place and renames it, so that a kill in the middle leaves nothing half made.
 * @throws Error when another process holds the folder
 */
async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true })
  const lock = await lockDirectory(dataDir)
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) {
    const unfinished = join(dataDir, 'postgres.new')
    await rm(unfinished, { recursive: true, force: true })
    const fresh = await PGlite.create(unfinished)
    await fresh.close()
    await rename(unfinished, folder)
  }
  const pglite = await PGlite.create(folder)
  return {
    db: await opened(pglite),
    close: async () => {
      await pglite.close()
      lock.close()
    },
  }
}
