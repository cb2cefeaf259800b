import type { Database } from './schema.ts'

/** Notes that the account may have its free trial: the first time counts, later ones change nothing. */
export async function recordFreeTrial(db: Database, userId: number): Promise<void> {
  await db
    .insertInto('free_trial_events')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}
