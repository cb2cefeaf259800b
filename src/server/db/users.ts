import type { Insertable, Selectable } from 'kysely'
import type { Database, Tables } from './schema.ts'

export type User = Selectable<Tables['users']>

export async function findUser(db: Database, id: number): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertUser(db: Database, user: Insertable<Tables['users']>): Promise<User> {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()
}

/** Everything the account owns goes with it: sessions, identities, languages, purposes, assessments. */
export async function deleteUser(db: Database, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/** Gives the visitor's anonymous assessments to the account that has just signed in. */
export async function claimAssessments(db: Database, visitor: string, userId: number): Promise<void> {
  await db
    .updateTable('assessments')
    .set({ user_id: userId })
    .where('visitor', '=', visitor)
    .where('user_id', 'is', null)
    .execute()
}
