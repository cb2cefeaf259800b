import type { LearningPurpose } from '#contract/profile.ts'
import type { Database } from './schema.ts'

export async function findPurposes(db: Database, userId: number): Promise<LearningPurpose[]> {
  return db
    .selectFrom('user_purposes')
    .select(['language', 'role', 'purpose', 'sub_purpose'])
    .where('user_id', '=', userId)
    .orderBy('language')
    .execute()
}

/** One purpose stands for a language: choosing again replaces it (docs/decisions/008). */
export async function putPurpose(db: Database, userId: number, chosen: LearningPurpose): Promise<void> {
  const { role, purpose, sub_purpose } = chosen
  await db
    .insertInto('user_purposes')
    .values({ ...chosen, user_id: userId })
    .onConflict((conflict) => conflict.columns(['user_id', 'language']).doUpdateSet({ role, purpose, sub_purpose }))
    .execute()
}
