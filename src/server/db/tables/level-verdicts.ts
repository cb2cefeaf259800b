import { sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { Database } from '../schema.ts'

/** A teacher's verdict on an account's level; the date is a day such as 2026-11-27. */
export type StoredVerdict = { userId: number; language: Language; level: Level; date: string }

/** A day begins first fourteen hours before it does in UTC. */
const EARLIEST_ZONE_MS = 14 * 3600_000

/** Whether a day such as 2026-11-27 has begun nowhere yet. */
export function isInFuture(date: string): boolean {
  return Date.parse(date) > Date.now() + EARLIEST_ZONE_MS
}

const day = sql<string>`to_char(given_on, 'YYYY-MM-DD')`

/**
 * Stores one verdict an account and language, unless a newer one is stored. Accounts that are gone are left out.
 * @returns what is stored now of these accounts and languages, in no order
 */
export async function recordVerdicts(db: Database, verdicts: readonly StoredVerdict[]): Promise<StoredVerdict[]> {
  const { rows } = await sql<StoredVerdict>`
    insert into level_verdicts (user_id, language, level, given_on)
    select users.id, language, level, date
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as given("userId" integer, language text, level text, date date)
    join users on users.id = given."userId"
    order by users.id, language
    for key share of users
    on conflict (user_id, language) do update set
      level = case when excluded.given_on < level_verdicts.given_on then level_verdicts.level else excluded.level end,
      given_on = greatest(level_verdicts.given_on, excluded.given_on),
      created_at = case when excluded.given_on < level_verdicts.given_on then level_verdicts.created_at else now() end
    returning user_id as "userId", language, level, ${day} as date`.execute(db)
  return rows
}

/** The verdicts on an account. */
export async function findVerdicts(db: Database, userId: number): Promise<Omit<StoredVerdict, 'userId'>[]> {
  return db
    .selectFrom('level_verdicts')
    .select(['language', 'level', day.as('date')])
    .where('user_id', '=', userId)
    .orderBy('language')
    .execute()
}
