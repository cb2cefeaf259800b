import type { Selectable } from 'kysely'
import type { LearningPurpose } from '#contract/profile.ts'
import type { Database, Tables } from '../schema.ts'

export type LanguageEntry = Omit<Selectable<Tables['user_languages']>, 'user_id'>

export async function findLanguages(db: Database, userId: number): Promise<LanguageEntry[]> {
  return db
    .selectFrom('user_languages')
    .select(['language', 'level', 'is_learning'])
    .where('user_id', '=', userId)
    .orderBy('language')
    .execute()
}

/** Replaces the whole list. */
export async function replaceLanguages(db: Database, userId: number, list: readonly LanguageEntry[]): Promise<void> {
  await db.deleteFrom('user_languages').where('user_id', '=', userId).execute()
  await db
    .insertInto('user_languages')
    .values(list.map((entry) => ({ ...entry, user_id: userId })))
    .execute()
}

/** Adds the language or sets its level, and leaves the others alone. */
export async function putLanguage(db: Database, userId: number, entry: LanguageEntry): Promise<void> {
  const { level, is_learning } = entry
  await db
    .insertInto('user_languages')
    .values({ ...entry, user_id: userId })
    .onConflict((conflict) => conflict.columns(['user_id', 'language']).doUpdateSet({ level, is_learning }))
    .execute()
}

export async function findPurposes(db: Database, userId: number): Promise<LearningPurpose[]> {
  return db
    .selectFrom('user_purposes')
    .select(['language', 'role', 'purpose', 'sub_purpose'])
    .where('user_id', '=', userId)
    .orderBy('language')
    .execute()
}

/** A language has one purpose, and choosing again replaces it. */
export async function putPurpose(db: Database, userId: number, chosen: LearningPurpose): Promise<void> {
  const { role, purpose, sub_purpose } = chosen
  await db
    .insertInto('user_purposes')
    .values({ ...chosen, user_id: userId })
    .onConflict((conflict) => conflict.columns(['user_id', 'language']).doUpdateSet({ role, purpose, sub_purpose }))
    .execute()
}
