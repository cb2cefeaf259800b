import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import { expires } from './retention-rule.ts'

export const singleUseTokenRetention = expires('single_use_tokens', 'id_sha256')

/**
 * Uses up a token that works once per hour: an app's, or a notice to an address. `idHash` identifies it.
 * @returns false if any process used it within the last hour
 */
export async function takeOnce(db: Database, idHash: string): Promise<boolean> {
  const row = await db
    .insertInto('single_use_tokens')
    .values({ id_sha256: idHash, expires_at: sql<Date>`now() + interval '1 hour'` })
    .onConflict((conflict) => conflict.column('id_sha256').doNothing())
    .returning('id_sha256')
    .executeTakeFirst()
  return row !== undefined
}
