import { sql } from 'kysely'
import type { Database } from './schema.ts'
import type { User } from './users.ts'

export async function insertSession(db: Database, tokenHash: string, userId: number): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ token_sha256: tokenHash, user_id: userId })
    .onConflict((conflict) => conflict.column('token_sha256').doNothing())
    .execute()
}

/** The account of a session that has not expired by the database's clock. */
export async function findSessionUser(db: Database, tokenHash: string): Promise<User | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .where('token_sha256', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export async function deleteSession(db: Database, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_sha256', '=', tokenHash).execute()
}
