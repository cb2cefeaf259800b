import type { Database } from '../schema.ts'
import { DEMO, inImport } from './imports.ts'
import { findTeacherIds, removeTeachers } from './teacher-imports.ts'
import { deleteUser } from './users.ts'
import { removeDemoSets } from './vocabulary.ts'

/**
 * Removes the people and sets of a demo that ran on this database. Its teachers go last, so an interrupted removal
 * continues.
 * @returns how many
 */
export async function removeDemo(db: Database): Promise<number> {
  if ((await findTeacherIds(db, DEMO.issuer)).size === 0) return 0
  const accounts = await db.selectFrom('emails').select('user_id').where('email', 'like', `%${DEMO.domain}`).execute()
  for (const { user_id: userId } of accounts) await deleteUser(db, { userId, visitor: undefined })
  const removed = await inImport(db, async (transaction) => {
    const ids = [...(await findTeacherIds(transaction, DEMO.issuer)).values()]
    await removeTeachers(transaction, DEMO.issuer, ids)
    return ids.length + (await removeDemoSets(transaction))
  })
  return removed + accounts.length
}
