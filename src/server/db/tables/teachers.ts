import { type SelectQueryBuilder, sql } from 'kysely'
import { ID_PATTERN } from '#contract/ids.ts'
import type { TeacherCard } from '#contract/import-files.ts'
import type { Language } from '#quiz/languages.ts'
import type { Database, Tables } from '../schema.ts'

export type TeacherRow = {
  user_id: number
  /** The key in the import file, if it's valid as a public id. */
  key: string | null
  nickname: string
  avatar_file_name: string
  country_id: string | null
  is_pro: boolean
  card: TeacherCard
}

/** With the free times in the requested windows, earliest first. */
export type FreeTeacherRow = TeacherRow & { starts: string[] }

export type TeacherQuestion = {
  language: Language
  windows: { start: Date; end: Date }[]
  limit: number
  /** The learner, who is never recommended as their own teacher. */
  userId: number
}

/** The shortest time a lesson needs. */
const LESSON_MINUTES = 30

const COLUMNS = [
  'teachers.user_id',
  'nickname',
  'avatar_file_name',
  'country_id',
  'is_pro',
  'card',
  'identities.subject as key',
] as const

/** The identity that finds an imported teacher again. */
export const IMPORTED = { provider: 'import', issuer: 'teachers' }

/** The number in one of our ids; 0, which no row has, for anything else. */
export function toOwnId(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
}

type Joined = 'teachers' | 'users' | 'teacher_languages' | 'identities'

function teachersOf(
  db: Database,
  language: Language,
): SelectQueryBuilder<Tables & { identities: Tables['identities'] | null }, Joined, TeacherRow> {
  return db
    .selectFrom('teachers')
    .innerJoin('users', 'users.id', 'teachers.user_id')
    .innerJoin('teacher_languages', 'teacher_languages.user_id', 'teachers.user_id')
    .leftJoin('identities', (join) =>
      join
        .onRef('identities.user_id', '=', 'teachers.user_id')
        .on('identities.provider', '=', IMPORTED.provider)
        .on('identities.issuer', '=', IMPORTED.issuer)
        .on('identities.subject', '~', ID_PATTERN),
    )
    .select(COLUMNS)
    .where('teacher_languages.language', '=', language)
}

/** Teachers of the language with at least a lesson's free time in the windows, most free time first. */
export async function findFreeTeachers(db: Database, question: TeacherQuestion): Promise<FreeTeacherRow[]> {
  const { language, windows, limit, userId } = question
  const [starts, ends] = [windows.map(({ start }) => start), windows.map(({ end }) => end)]
  const free = db
    .selectFrom('teacher_slots as slot')
    .innerJoin(
      sql<{ start: Date; end: Date }>`unnest(${starts}::timestamptz[], ${ends}::timestamptz[])`.as<'requested'>(
        sql`requested("start", "end")`,
      ),
      (join) =>
        join.on(
          sql<boolean>`least(slot.end_time, requested."end") - greatest(slot.start_time, requested."start", now()) >= make_interval(mins => ${LESSON_MINUTES})`,
        ),
    )
    .select([
      'slot.user_id',
      sql<number>`count(distinct slot.start_time)`.as('slots'),
      sql<string[]>`jsonb_agg(distinct greatest(slot.start_time, requested."start", now()))`.as('starts'),
    ])
    .groupBy('slot.user_id')
  return teachersOf(db, language)
    .innerJoin(free.as('free'), 'free.user_id', 'teachers.user_id')
    .select('free.starts')
    .where('teachers.user_id', '!=', userId)
    .orderBy('free.slots', 'desc')
    .orderBy('teachers.user_id')
    .limit(limit)
    .execute()
}

/** All teachers of the language, cheapest first. */
export async function listTeachers(db: Database, language: Language): Promise<TeacherRow[]> {
  return teachersOf(db, language).orderBy(sql`card -> 'min_price'`).orderBy('nickname').execute()
}

export type TeacherDetail = TeacherRow & { languages: Language[]; free: { start_time: Date; end_time: Date }[] }

/**
 * One teacher, by key or id, with all their languages and next free slots; undefined if they don't teach this
 * language.
 */
export async function findTeacher(
  db: Database,
  keyOrId: string,
  language: Language,
  slotLimit: number,
): Promise<TeacherDetail | undefined> {
  const teacher = await teachersOf(db, language)
    .where((where) =>
      where.or([where('identities.subject', '=', keyOrId), where('teachers.user_id', '=', toOwnId(keyOrId))]),
    )
    .orderBy(sql`identities.subject = ${keyOrId}`, (order) => order.desc().nullsLast())
    .executeTakeFirst()
  if (!teacher) return undefined
  const id = teacher.user_id
  const languages = await db
    .selectFrom('teacher_languages')
    .select('language')
    .where('user_id', '=', id)
    .orderBy('language')
    .execute()
  const free = await db
    .selectFrom('teacher_slots')
    .select(['start_time', 'end_time'])
    .where('user_id', '=', id)
    .where('start_time', '>', sql<Date>`now()`)
    .orderBy('start_time')
    .limit(slotLimit)
    .execute()
  return { ...teacher, languages: languages.map((row) => row.language), free }
}
