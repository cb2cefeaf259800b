import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** Whether the database answers. */
export async function answers(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
