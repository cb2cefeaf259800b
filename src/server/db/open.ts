import type { Settings } from '../settings.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import type { OpenDatabase } from './schema.ts'

/**
 * Opens the Postgres server of DATABASE_URL, or PGlite under DATA_DIR.
 * @throws Error that names the setting
 */
export async function openDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'DATABASE_PREPARE' | 'DATA_DIR'>,
): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_PREPARE, DATA_DIR } = settings
  if (!DATABASE_URL) return openPglite(DATA_DIR)
  try {
    return await openPostgres(DATABASE_URL, DATABASE_POOL_SIZE, { prepares: DATABASE_PREPARE === '1' })
  } catch (error) {
    throw new Error(`DATABASE_URL: ${(error as Error).message}`, { cause: error })
  }
}
