import { sql } from 'kysely'
import type { Settings } from '#settings/settings.ts'
import type { Database, OpenDatabase } from '../schema.ts'

/**
 * Opens the Postgres server of DATABASE_URL, or PGlite under DATA_DIR.
 * @throws Error that names the setting
 */
export async function openDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATABASE_PREPARE' | 'DATA_DIR'>,
): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_PREPARE, DATA_DIR } = settings
  // Load only the driver in use.
  if (!DATABASE_URL) return (await import('./pglite.ts')).openPglite(DATA_DIR)
  const { openPostgres } = await import('./postgres.ts')
  try {
    return await openPostgres(DATABASE_URL, DATABASE_POOL_SIZE, { prepares: DATABASE_PREPARE === '1' })
  } catch (error) {
    throw new Error(`DATABASE_URL: ${(error as Error).message}`, { cause: error })
  }
}

/** Whether the database responds. */
export async function isDatabaseUp(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
