import type { AskedItem } from '#quiz/attempt.ts'
import { ROUND_SIZE } from '#quiz/test-plan.ts'
import type { Database } from '#server/db/schema.ts'

/** Changes a stored question, and whether it was answered correctly. */
export async function changeItem(
  db: Database,
  id: string,
  position: number,
  change: Partial<AskedItem>,
  isCorrect?: boolean,
): Promise<void> {
  const row = await db.selectFrom('assessments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const items = [...row.earlier, ...row.round]
  const index = position - 1
  const changed = items.with(index, { ...(items[index] as AskedItem), ...change })
  await db
    .updateTable('assessments')
    .set({
      earlier: JSON.stringify(changed.slice(0, -ROUND_SIZE)),
      round: JSON.stringify(changed.slice(-ROUND_SIZE)),
      is_correct: row.is_correct.with(index, isCorrect ?? (row.is_correct[index] as boolean)),
    })
    .where('id', '=', id)
    .execute()
}
