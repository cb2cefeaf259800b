import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { opened } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createDatabase, startPostgres } from './postgres.ts'

type Prepared = { dump: string } | { server: string; template: string }

declare module 'vitest' {
  export interface ProvidedContext {
    preparedDatabase: Prepared
  }
}

/**
 * Makes a database once for all test files, which copy it instead of making one each: a dump for PGlite, or with TEST_DATABASE=postgres a
 * template on a real server that this run starts.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [prepared, end] = process.env.TEST_DATABASE === 'postgres' ? await prepareServer() : await prepareDump()
  project.provide('preparedDatabase', prepared)
  return end
}

async function prepareDump(): Promise<[Prepared, end: () => Promise<void>]> {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  const dump = join(folder, 'database.tar')
  const pglite = await PGlite.create()
  await opened(pglite)
  writeFileSync(dump, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  return [{ dump }, async () => rmSync(folder, { recursive: true, force: true })]
}

async function prepareServer(): Promise<[Prepared, end: () => Promise<void>]> {
  const { url: server, stop } = await startPostgres()
  const template = 'prepared'
  const { close } = await openPostgres(await createDatabase(server, template), 1)
  await close()
  return [{ server, template }, stop]
}
