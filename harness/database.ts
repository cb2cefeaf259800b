import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { inject } from 'vitest'
import { openInMemory } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { OpenDatabase } from '#server/db/schema.ts'
import { administer, createDatabase } from './postgres.ts'

const POOL_SIZE = 4

/** A migrated database for one test: in memory, or a copy on the real server if the run has one (prepared-database.ts). */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const prepared = inject('preparedDatabase')
  if (!prepared) throw new Error('This run has no database: TEST_DATABASE is "none".')
  if ('dump' in prepared) return openInMemory(await openAsBlob(prepared.dump))
  const name = randomUUID()
  const { close, ...opened } = await openPostgres(
    await createDatabase(prepared.server, name, prepared.template),
    POOL_SIZE,
  )
  return {
    ...opened,
    close: async () => {
      await close()
      await administer(prepared.server, `drop database "${name}" with (force)`)
    },
  }
}
