import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import type { Database, OpenDatabase, Tables } from '../schema.ts'
import { migrate } from './migrate.ts'

/** Migrates a PGlite database and wraps it in Kysely. */
export async function opened(pglite: PGlite): Promise<Database> {
  await migrate({
    execute: (sql) => pglite.exec(sql),
    rows: async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
  })
  return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
}

/**
 * An in-memory database for tests, gone when closed. `prepared` is a dump of one; loading it takes a fraction of the
 * time.
 */
export async function openInMemory(prepared?: Blob): Promise<OpenDatabase> {
  const pglite = await PGlite.create(prepared ? { loadDataDir: prepared } : {})
  return { db: await opened(pglite), engine: 'pglite', close: () => pglite.close() }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * PGlite itself has no lock, and two processes on one folder destroy the data.
 * @returns releases the folder
 * @throws Error with the process that has the folder
 */
async function lock(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'pid')
  const holder = Number(await readFile(file, 'utf8').catch(() => '0'))
  if (holder > 0 && holder !== process.pid && isRunning(holder))
    throw new Error(
      `Process ${holder} is using the database folder ${dataDir}. Stop it, or set DATA_DIR to another folder. ` +
        `If it is another program, delete ${file}.`,
    )
  await rm(file, { force: true })
  // If two processes start simultaneously, one gets EEXIST.
  await writeFile(file, String(process.pid), { flag: 'wx' })
  return () => rm(file, { force: true })
}

/**
 * Opens the PGlite database under `dataDir`, creating and migrating it as needed: for the demo, development, and tests.
 * The folder is for its owner alone, because PGlite makes its files readable and writable for everyone.
 * @throws Error when another process has the folder, or it can't be used
 */
export async function openPglite(dataDir: string): Promise<OpenDatabase> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await chmod(dataDir, 0o700)
    const unlock = await lock(dataDir)
    const pglite = await PGlite.create(join(dataDir, 'postgres'))
    return {
      db: await opened(pglite),
      engine: 'pglite',
      close: async () => {
        await pglite.close()
        await unlock()
      },
    }
  } catch (error) {
    const { message } = error as Error
    if (message.startsWith('Process ')) throw error
    throw new Error(`The database folder ${dataDir} can't be used: ${message}. Set DATA_DIR to another folder.`, {
      cause: error,
    })
  }
}
