import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** Whether the database answers. */
export async function isDatabaseUp(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** Deletes what has outlived its use: assessments that nobody claimed, and what has expired. */
export async function deleteOutlived(db: Database, unclaimedDays: number): Promise<void> {
  await db
    .deleteFrom('assessments')
    .where('user_id', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${unclaimedDays})`)
    .execute()
  const now = sql<Date>`now()`
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('oauth_transactions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('app_tokens').where('expires_at', '<=', now).execute()
  // The caps on codes look back for an hour, those on text messages for a day (auth/budgets.ts).
  await db
    .deleteFrom('code_hours')
    .where('channel', 'in', ['email', 'phone'])
    .where('hour', '<', sql<Date>`now() - interval '2 days'`)
    .execute()
  await db.deleteFrom('code_challenges').where('created_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
