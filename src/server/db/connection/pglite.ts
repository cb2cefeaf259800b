import { existsSync } from 'node:fs'
import { access, constants, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, type LogEvent, PGliteDialect } from 'kysely'
import type { Storage } from '#contract/readiness.ts'
import type { Database, OpenDatabase, Tables } from '../schema.ts'
import { migrate } from './migrate.ts'
import { lockDirectory, SyncedFiles, syncFolder } from './pglite-files.ts'
import { endOfLog, logPosition } from './pglite-log.ts'
import { preparing } from './pglite-statements.ts'

/**
 * PGlite's default parameters minus the one that turns fsync off. Of the WAL sync methods only `fsync` reaches
 * `SyncedFiles`. An eighth of the usual buffers: they take their memory at once, 130 MB more, and the system caches the
 * files anyway.
 */
const SYNCED = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
]

/**
 * After a PANIC, for example when the disk is too full for the log, PGlite's next statement would hang forever. End the
 * process instead: acknowledged commits are on disk, and the next start recovers.
 */
function endOnPanic(event: LogEvent): void {
  if (event.level !== 'error' || (event.error as { severity?: string }).severity !== 'PANIC') return
  console.error(`PGlite has failed: ${(event.error as Error).message}. Exiting; please start the server again.`)
  process.exit(1)
}

/** Migrates a PGlite database and wraps it in Kysely. */
export async function opened(pglite: PGlite): Promise<Database> {
  await migrate({
    execute: (sql) => pglite.exec(sql),
    rows: async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
  })
  return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: preparing(pglite) }), log: endOnPanic })
}

/**
 * An in-memory database for tests, gone when closed. `prepared` is a dump of one; loading it takes a fraction of the
 * time.
 */
export async function openInMemory(prepared?: Blob): Promise<OpenDatabase> {
  const pglite = await PGlite.create(prepared ? { loadDataDir: prepared } : {})
  return {
    db: await opened(pglite),
    storage: { engine: 'pglite', durability: 'unsynced' },
    close: () => pglite.close(),
  }
}

/** Commits a write that changes nothing, and checks that it was synced before the commit was acknowledged. */
async function checkDurability(pglite: PGlite, files: SyncedFiles): Promise<Storage['durability']> {
  const before = files.syncs
  await pglite.exec('update migrations set name = name where name = (select max(name) from migrations)')
  return files.syncs > before ? 'synced' : 'unsynced'
}

/** @throws Error that names the folder that cannot be created, read or written, and the reason */
async function requireUsable(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres')
  try {
    await mkdir(dataDir, { recursive: true })
    for (const path of existsSync(folder) ? [dataDir, folder] : [dataDir])
      await access(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { message } = error as Error
    throw new Error(`The database folder ${dataDir} cannot be used: ${message}. Set DATA_DIR to another folder.`, {
      cause: error,
    })
  }
}

/**
 * What is missing if the log could not be replayed to the `end` that it had before the start. Recovery writes a
 * checkpoint where it ended.
 */
async function lossOf(pglite: PGlite, end: bigint | undefined): Promise<string | undefined> {
  if (end === undefined) return undefined
  const { rows } = await pglite.query<{ at: string }>('select checkpoint_lsn::text as at from pg_control_checkpoint()')
  const unread = end - logPosition(rows[0]?.at ?? '0/0')
  return unread > 0n
    ? `The database’s log is damaged: its last ${unread} bytes could not be read, and the writes in them are lost. ` +
        'Check the disk. Restore the last backup if you miss more than those writes.'
    : undefined
}

/**
 * Opens the PGlite database under `dataDir`, creating and migrating it as needed. Commits are on disk before they are
 * acknowledged. The first start builds it in a temporary folder and renames that, so that a kill in between leaves
 * nothing half-built.
 * @throws Error when another process holds the folder, when it is not readable and writable, or when it is damaged
 */
export async function openPglite(dataDir: string): Promise<OpenDatabase> {
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
  const end = await endOfLog(folder)
  const files = new SyncedFiles(folder)
  const pglite = await PGlite.create({ fs: files, startParams: SYNCED }).catch((error: Error) => {
    throw new Error(
      `The database in ${folder} does not open: ${error.message}. Check the disk, and restore the last backup.`,
      { cause: error },
    )
  })
  const loss = await lossOf(pglite, end)
  return {
    ...(loss ? { loss } : {}),
    db: await opened(pglite),
    storage: { engine: 'pglite', durability: await checkDurability(pglite, files) },
    close: async () => {
      await pglite.close()
      lock.close()
    },
  }
}
