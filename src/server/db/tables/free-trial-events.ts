import type { Database } from '../schema.ts'

/** Records that the account may have its free trial. Only the first call counts. */
export async function recordFreeTrial(db: Database, userId: number): Promise<void> {
  await db
    .insertInto('free_trial_events')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}
