import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { opened } from '#server/db/connection/pglite.ts'
import { openPostgres } from '#server/db/connection/postgres.ts'
import { createDatabase, startPostgres } from './postgres.ts'

const MIGRATIONS = 'db/migrations'
const CACHE = 'node_modules/.cache/language-quiz'

type Prepared = { dump: string } | { server: string; template: string } | null

declare module 'vitest' {
  export interface ProvidedContext {
    preparedDatabase: Prepared
  }
}

/**
 * Creates one database for all test files to copy, instead of migrating one each. TEST_DATABASE determines where:
 * `postgres` means a template on a real server that this run starts, `none` nothing, and anything else a dump for
 * PGlite.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const where = process.env.TEST_DATABASE
  const [prepared, end] =
    where === 'none' ? [null, async () => {}] : where === 'postgres' ? await prepareServer() : await prepareDump()
  project.provide('preparedDatabase', prepared)
  return end
}

async function prepareDump(): Promise<[Prepared, end: () => Promise<void>]> {
  return [{ dump: await preparedDump() }, async () => {}]
}

/** A tar of an empty, migrated PGlite database, for databases in memory. */
export function preparedDump(): Promise<string> {
  return prepareOnce('dump.tar', async (file) => {
    const pglite = await PGlite.create()
    await opened(pglite)
    writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
    await pglite.close()
  })
}

/**
 * The folder of an empty, migrated PGlite database that was shut down cleanly. A database from the dump would run
 * recovery and sync each of its files at startup.
 */
export function preparedFolder(): Promise<string> {
  return prepareOnce('folder', async (folder) => {
    const pglite = await PGlite.create(folder)
    await opened(pglite)
    await pglite.close()
  })
}

/** Reused in later runs with the same migrations and the same PGlite version. */
async function prepareOnce(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(file).update(readFileSync(join(MIGRATIONS, file)))
  const path = join(CACHE, `database-${hash.digest('hex').slice(0, 16)}-${name}`)
  if (!existsSync(path)) {
    mkdirSync(CACHE, { recursive: true })
    const unfinished = `${path}.${process.pid}`
    await make(unfinished)
    try {
      renameSync(unfinished, path)
    } catch (error) {
      // Another process was faster.
      if (!existsSync(path)) throw error
      rmSync(unfinished, { recursive: true })
    }
  }
  return path
}

async function prepareServer(): Promise<[Prepared, end: () => Promise<void>]> {
  const { url: server, stop } = await startPostgres()
  const template = 'prepared'
  const { close } = await openPostgres(await createDatabase(server, template), 1)
  await close()
  return [{ server, template }, stop]
}
