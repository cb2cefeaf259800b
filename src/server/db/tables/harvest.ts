import { sql } from 'kysely'
import type { Settings } from '#settings/settings.ts'
import { statement } from '../connection/statement.ts'
import type { Database } from '../schema.ts'
import type { Owner } from './ownership.ts'

/** What limits who collects the questions with their right answers (SECURITY.md). */
export type HarvestSettings = Pick<
  Settings,
  'ACCOUNT_ASSESSMENTS_PER_DAY' | 'VISITOR_ASSESSMENTS_PER_DAY' | 'KEY_PACE_MS'
>

const DAY = "created_at > now() - interval '1 day' order by created_at desc"
const findWait = statement(
  'wait-for-assessment',
  `select ceil(extract(epoch from max(created_at) + interval '1 day' - now()))::integer as seconds from (
     (select created_at from assessments where visitor = $visitor and ${DAY} offset $visitorsLimit::integer - 1 limit 1)
     union all
     (select created_at from assessments where user_id = $userId and ${DAY} offset $accountsLimit::integer - 1 limit 1)
     union all
     (select created_at from users where id = $userId and attempts_before > 0 and created_at > now() - interval '1 day'
       and attempts_before + (select count(*) from assessments where user_id = $userId
         and created_at > now() - interval '1 day') >= $accountsLimit::integer)
   ) as begun`,
)

/**
 * The seconds until this browser and this account may begin another attempt; 0: now. What an account of the same person
 * began before counts for the new account's first day.
 */
export async function secondsToWait(
  db: Database,
  { visitor, userId }: Owner,
  { ACCOUNT_ASSESSMENTS_PER_DAY, VISITOR_ASSESSMENTS_PER_DAY }: HarvestSettings,
): Promise<number> {
  const [row] = await findWait<{ seconds: number | null }>(db, {
    visitor: visitor ?? null,
    userId: userId ?? null,
    visitorsLimit: VISITOR_ASSESSMENTS_PER_DAY,
    accountsLimit: ACCOUNT_ASSESSMENTS_PER_DAY,
  })
  return row?.seconds ?? 0
}

/**
 * Those of an account's finished attempts that show it the key: taken no faster than people read, by the database's
 * clock, and within the day's number, which also counts what was taken signed out and claimed,
 * and what an account of the same person had taken before it was deleted.
 */
export async function findWithKey(
  db: Database,
  userId: number,
  ids: readonly string[],
  { ACCOUNT_ASSESSMENTS_PER_DAY: perDay, KEY_PACE_MS: paceMs }: HarvestSettings,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('assessments as taken')
    .select('id')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where(sql<boolean>`finished_at - created_at >= make_interval(secs => answered * ${paceMs}::float8 / 1000)`)
    .where(
      sql<boolean>`(select count(*) from (select from assessments where user_id = ${userId}::integer
        and created_at > taken.created_at - interval '1 day' and created_at <= taken.created_at
        limit ${perDay}::integer + 1) as of_the_day)
        + (select case when taken.created_at between users.created_at - interval '1 day' and users.created_at + interval '1 day'
          then attempts_before else 0 end from users where id = ${userId}::integer) <= ${perDay}::integer`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}
