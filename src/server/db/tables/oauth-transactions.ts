import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tables } from '../schema.ts'
import { expires } from './retention-rule.ts'

export const oauthTransactionRetention = expires('oauth_transactions', 'state_sha256')

export type OAuthTransaction = Selectable<Tables['oauth_transactions']>

/** Records a browser sent to a provider. */
export async function insertTransaction(
  db: Database,
  transaction: Insertable<Tables['oauth_transactions']>,
): Promise<void> {
  await db
    .insertInto('oauth_transactions')
    .values(transaction)
    .onConflict((conflict) => conflict.column('state_sha256').doNothing())
    .execute()
}

/** Takes the transaction out: it works once, within ten minutes, for its own browser and provider. */
export async function takeTransaction(
  db: Database,
  { stateHash, provider, browserHash }: { stateHash: string; provider: string; browserHash: string },
): Promise<OAuthTransaction | undefined> {
  return db
    .deleteFrom('oauth_transactions')
    .where('state_sha256', '=', stateHash)
    .where('provider', '=', provider)
    .where('browser_sha256', '=', browserHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}
