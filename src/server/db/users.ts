import { type Insertable, type Selectable, sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Database, Tables } from './schema.ts'

export type User = Selectable<Tables['users']>

export async function findUser(db: Database, id: number): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function hasVerifiedEmail(db: Database, id: number, emails: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('emails')
    .select('email')
    .where('user_id', '=', id)
    .where('verified_at', 'is not', null)
    .where('email', 'in', emails)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertUser(db: Database, user: Insertable<Tables['users']>): Promise<User> {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()
}

/** Serializes writers of one account until their transactions end. */
export async function lockUser(db: Database, id: number): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Onboarding gives a new account status 5; status 4 belongs to an onboarding elsewhere and stays. */
export async function recordOnboarding(db: Database, id: number, language: Language): Promise<void> {
  await db
    .updateTable('users')
    .set({
      learning_language: language,
      register_status: sql<number>`case when register_status < 4 then 5 else register_status end`,
    })
    .where('id', '=', id)
    .execute()
}

export async function changeUser(
  db: Database,
  id: number,
  change: Partial<Pick<User, 'nickname' | 'country_id'>>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

/** Gives the visitor's anonymous assessments to the account that has just signed in, and the finished ones to the webhook. */
export async function claimAssessments(db: Database, visitor: string, userId: number): Promise<void> {
  await db
    .with('claimed', (claim) =>
      claim
        .updateTable('assessments')
        .set({ user_id: userId })
        .where('visitor', '=', visitor)
        .where('user_id', 'is', null)
        .returning(['id', 'finished_at']),
    )
    .insertInto('result_deliveries')
    .columns(['assessment_id'])
    .expression((from) =>
      from
        .selectFrom(['claimed', 'result_webhook'])
        .select('claimed.id as assessment_id')
        .where('finished_at', 'is not', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** `device`: browser and system, as people call them. */
export async function insertSession(db: Database, tokenHash: string, userId: number, device = ''): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ token_sha256: tokenHash, user_id: userId, device })
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
