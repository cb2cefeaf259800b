import { existsSync } from 'node:fs'
import { access, constants, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, type LogEvent, PGliteDialect } from 'kysely'
import type { Storage } from '#contract/readiness.ts'
import { lockDirectory } from './directory-lock.ts'
import { migrate } from './migrate.ts'
import type { OpenDatabase } from './open.ts'
import type { Database, Tables } from './schema.ts'
import { SyncedFiles, syncFolder } from './synced-files.ts'

/** PGlite's own parameters without the one that turns fsync off; of the ways to sync the log, only this one reaches `SyncedFiles`. */
const SYNCED = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
]

/**
 * After a PANIC, as when the disk has no room for the log, the embedded database's next statement would never end. The process ends
 * instead: what was acknowledged is on disk, and the next start recovers.
 */
function endOnPanic(event: LogEvent): void {
  if (event.level !== 'error' || (event.error as { severity?: string }).severity !== 'PANIC') return
  console.error(
    `The embedded database has failed: ${(event.error as Error).message}. This process ends; start it again.`,
  )
  process.exit(1)
}

/** The tables of an embedded database, migrated as needed. */
export async function opened(pglite: PGlite): Promise<Database> {
  await migrate({
    execute: (sql) => pglite.exec(sql),
    rows: async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
  })
  return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), log: endOnPanic })
}

/** A database in memory, for tests: gone when closed. `prepared` is a dump of one, which opens in a fraction of the time. */
export async function openInMemory(prepared?: Blob): Promise<OpenDatabase> {
  const pglite = await PGlite.create(prepared ? { loadDataDir: prepared } : {})
  return {
    db: await opened(pglite),
    storage: { engine: 'pglite', durability: 'unsynced' },
    close: () => pglite.close(),
  }
}

/** Writes something that changes nothing, and looks whether it was on disk when the commit was acknowledged. */
async function checkDurability(pglite: PGlite, files: SyncedFiles): Promise<Storage['durability']> {
  const before = files.syncs
  await pglite.exec('update migrations set name = name where name = (select max(name) from migrations)')
  return files.syncs > before ? 'synced' : 'unsynced'
}

/** @throws Error that says which folder cannot be made, read or written, and why */
async function requireUsable(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres')
  try {
    await mkdir(dataDir, { recursive: true })
    for (const path of existsSync(folder) ? [dataDir, folder] : [dataDir])
      await access(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { message } = error as Error
    throw new Error(`The database folder ${dataDir} cannot be used: ${message}. DATA_DIR names it.`, { cause: error })
  }
}

/**
 * Opens the embedded database under `dataDir`, creating and migrating it as needed. A commit is on disk before it is acknowledged.
 * The first start builds it beside its final place and renames it, so that a kill in the middle leaves nothing half made.
 * @throws Error when another process holds the folder, or it cannot be read and written
 */
export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  await requireUsable(dataDir)
  const lock = await lockDirectory(dataDir)
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) {
    const unfinished = join(dataDir, 'postgres.new')
    await rm(unfinished, { recursive: true, force: true })
    const fresh = await PGlite.create(unfinished)
    await fresh.close()
    await syncFolder(unfinished)
    await rename(unfinished, folder)
    await syncFolder(dataDir)
  }
  const files = new SyncedFiles(folder)
  const pglite = await PGlite.create({ fs: files, startParams: SYNCED })
  return {
    db: await opened(pglite),
    storage: { engine: 'pglite', durability: await checkDurability(pglite, files) },
    close: async () => {
      await pglite.close()
      lock.close()
    },
  }
}
