import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import { expires } from './retention-rule.ts'

export const singleUseTokenRetention = expires('single_use_tokens', 'id_sha256')

const HOUR_SECONDS = 3600

/**
 * Uses up a single-use token: an app's token, a notice to an address, the end of a session that isn't stored. `idHash`
 * identifies it; it's kept as long as another process could use it again.
 * @returns false if it was used before, by any process
 */
export async function takeOnce(db: Database, idHash: string, seconds = HOUR_SECONDS): Promise<boolean> {
  const row = await db
    .insertInto('single_use_tokens')
    .values({ id_sha256: idHash, expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .onConflict((conflict) => conflict.column('id_sha256').doNothing())
    .returning('id_sha256')
    .executeTakeFirst()
  return row !== undefined
}
