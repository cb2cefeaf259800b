import type { Language } from '#quiz/languages.ts'
import type { Database } from './schema.ts'

export type Unclaimed = { id: string; visitor: string; language: Language }

/** An assessment that no account has claimed, whoever's it is. */
export async function findUnclaimed(db: Database, id: string): Promise<Unclaimed | undefined> {
  return db
    .selectFrom('assessments')
    .select(['id', 'visitor', 'language'])
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst()
}

/** Makes an unclaimed assessment another visitor's, and their account's if they are signed in. @returns whether it was still there to move */
export async function moveAssessment(
  db: Database,
  { id, visitor }: Unclaimed,
  to: { visitor: string; userId: number | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('assessments')
    .set({ visitor: to.visitor, user_id: to.userId ?? null })
    .where('id', '=', id)
    .where('visitor', '=', visitor)
    .where('user_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
