import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { ROOT } from '../../files.ts'

const MIGRATIONS = new URL('db/migrations/', ROOT)

/** The database driver functions needed for migrating: several statements at once, and one query's rows. */
export type MigrationTarget = {
  execute: (sql: string) => Promise<unknown>
  rows: (sql: string) => Promise<Record<string, unknown>[]>
}

/**
 * Applies the pending SQL files of db/migrations, all or none. If several processes start simultaneously, one applies
 * them while the others wait; the lock ends with the transaction.
 * @throws Error if an applied file has changed or is missing: a released migration is never edited
 */
export async function migrate(target: MigrationTarget, folder = MIGRATIONS): Promise<void> {
  await target.execute('begin; select pg_advisory_xact_lock(7053220)')
  try {
    await applyMissing(target, folder)
    await target.execute('commit')
  } catch (error) {
    await target.execute('rollback')
    throw error
  }
}

async function applyMissing(target: MigrationTarget, folder: URL): Promise<void> {
  await target.execute(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  const applied = new Map(
    (await target.rows('select name, sha256 from migrations')).map((row) => [row.name, row.sha256]),
  )
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of applied.keys()) {
    if (!names.includes(String(name)))
      throw new Error(`The database has migration ${name}, which this release does not know.`)
  }
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    const before = applied.get(name)
    if (before === sha256) continue
    if (before) throw new Error(`Migration ${name} was edited after it was applied.`)
    await target.execute(`${text}\ninsert into migrations (name, sha256) values ('${name}', '${sha256}')`)
  }
}
