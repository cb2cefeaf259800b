import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    preparedDatabase: string
  }
}

/** Makes an empty database once for all test files, which load its dump instead of making one each. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  const file = join(folder, 'database.tar')
  const pglite = await PGlite.create()
  writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  project.provide('preparedDatabase', file)
  return () => rmSync(folder, { recursive: true, force: true })
}
