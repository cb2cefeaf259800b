import { sql } from 'kysely'
import { SESSION_DAYS } from '#quiz/constants.ts'
import type { Database } from '../schema.ts'
import { expires } from './retention-rule.ts'
import type { User } from './users.ts'

export const sessionRetention = expires('sessions', 'token_sha256')

/** `device`: browser and operating system, by their familiar names. */
export async function insertSession(db: Database, tokenHash: string, userId: number, device = ''): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_sha256: tokenHash,
      user_id: userId,
      device,
      expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS}::integer)`,
    })
    .onConflict((conflict) => conflict.column('token_sha256').doNothing())
    .execute()
}

/** The account of a session, unless the session has expired by the database's clock. */
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

export type SessionRow = { token_sha256: string; device: string; created_at: Date; expires_at: Date }

/** The account's sessions, newest first. */
export async function findSessions(db: Database, userId: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['token_sha256', 'device', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
}

/** Whether the session started within the last `minutes`. */
export async function isFreshSession(db: Database, tokenHash: string, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_sha256', '=', tokenHash)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSessions(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
