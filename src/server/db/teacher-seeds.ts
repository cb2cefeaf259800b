import { sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import { inTransaction } from './retry.ts'
import type { Database } from './schema.ts'

export type TeacherSeed = {
  key: string
  nickname: string
  country_id: string
  languages: Language[]
  is_pro: boolean
  recording_permission: boolean
  min_price: number
  /** The first hour of work in UTC, and how many follow. */
  from_hour: number
  hours: number
  about: string
}

/** The identity by which a seeded teacher is found again at the next start. */
const SEED = { provider: 'demo', issuer: 'demo-teachers' }

async function findIds(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('identities')
    .select(['subject', 'user_id'])
    .where('provider', '=', SEED.provider)
    .where('issuer', '=', SEED.issuer)
    .execute()
  return new Map(rows.map((row) => [row.subject, row.user_id]))
}

async function insertTeachers(db: Database, seeds: TeacherSeed[]): Promise<void> {
  if (seeds.length === 0) return
  const users = await db
    .insertInto('users')
    .values(
      seeds.map(({ key, nickname, country_id, is_pro, languages }) => ({
        nickname,
        avatar_file_name: key,
        country_id,
        is_pro,
        is_tutor: !is_pro,
        register_status: 5,
        learning_language: languages[1] ?? null,
      })),
    )
    .returning(['id', 'avatar_file_name'])
    .execute()
  const ids = new Map(users.map((user) => [user.avatar_file_name, user.id]))
  const known = seeds.map((seed) => ({ ...seed, user_id: ids.get(seed.key) as number }))
  await db
    .insertInto('identities')
    .values(known.map(({ key, user_id }) => ({ ...SEED, subject: key, user_id })))
    .execute()
  await db
    .insertInto('teachers')
    .values(
      known.map(({ user_id, recording_permission, min_price, about }) => ({
        user_id,
        recording_permission,
        min_price,
        about,
      })),
    )
    .execute()
  await db
    .insertInto('teacher_languages')
    .values(known.flatMap(({ user_id, languages }) => languages.map((language) => ({ user_id, language }))))
    .execute()
}

/** Slots of an hour for `days` days from today's on (UTC), in place of all former ones; every fourth is booked. */
async function renewSlots(
  db: Database,
  work: { user_id: number; from_hour: number; hours: number }[],
  now: Date,
  days: number,
): Promise<void> {
  const ids = work.map(({ user_id }) => user_id)
  await db.deleteFrom('teacher_slots').where('user_id', 'in', ids).execute()
  await sql`
    insert into teacher_slots (user_id, start_time, end_time, booked)
    select user_id, start_time, start_time + interval '1 hour', (user_id + day + hour) % 4 = 0
    from jsonb_to_recordset(${JSON.stringify(work)}::jsonb) as work(user_id integer, from_hour integer, hours integer),
      generate_series(0, ${days}::integer) as day,
      generate_series(from_hour, from_hour + hours - 1) as hour,
      lateral (
        select date_trunc('day', ${now.toISOString()}::timestamptz, 'UTC') + make_interval(hours => day * 24 + hour) as start_time
      ) as slot`.execute(db)
}

/** Adds the teachers that are missing and renews the free time of all of them; anything else stays as it is. */
export async function seedTeacherRows(db: Database, seeds: TeacherSeed[], now: Date, days: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const before = await findIds(transaction)
    await insertTeachers(
      transaction,
      seeds.filter(({ key }) => !before.has(key)),
    )
    const ids = await findIds(transaction)
    const work = seeds.map(({ key, from_hour, hours }) => ({ user_id: ids.get(key) as number, from_hour, hours }))
    await renewSlots(transaction, work, now, days)
  })
}
