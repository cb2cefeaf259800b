import { type Insertable, type Selectable, sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import { inTransaction } from '../connection/retry.ts'
import type { Database, Tables } from '../schema.ts'
import { blankCodesTo } from './codes.ts'
import { deleteEventsOf, type EventOwner } from './events.ts'

export type User = Selectable<Tables['users']>

export type NewUser = { nickname: string; avatar_file_name: string }

export async function findUser(db: Database, id: number): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * A user that pages show by id: a teacher or a creator of vocabulary sets. No other user, because ids are sequential,
 * and enumerating them would reveal everyone's name.
 */
export async function findShownUser(db: Database, id: number): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('teachers').select('user_id').where('user_id', '=', id)),
        exists(selectFrom('vocabulary_sets').select('card_set_id').where('creator_id', '=', id)),
      ]),
    )
    .executeTakeFirst()
}

export async function insertUser(db: Database, user: Insertable<Tables['users']>): Promise<User> {
  return db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()
}

/**
 * Serializes writers of one account, and its deletion, until their transactions end.
 * @returns whether the account exists
 */
export async function lockUser(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
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
  change: Partial<Pick<User, 'nickname' | 'avatar_file_name' | 'country_id'>>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

/**
 * Deletes the account with everything it owns: sessions, identities, languages, purposes, attempts, public reports,
 * events.
 */
export async function deleteUser(db: Database, owner: EventOwner): Promise<void> {
  const { userId } = owner
  await inTransaction(db, async (trx) => {
    await lockUser(trx, userId)
    await deleteEventsOf(trx, owner)
    await blankCodesTo(trx, userId)
    await trx.deleteFrom('users').where('id', '=', userId).execute()
  })
}
