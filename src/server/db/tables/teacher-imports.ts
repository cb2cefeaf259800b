import { sql } from 'kysely'
import type { ImportedTeacher } from '#contract/import-files.ts'
import type { Database } from '../schema.ts'
import { type ImportCounts, type ImportOptions, idList, inImport } from './imports.ts'
import { IMPORTED } from './teachers.ts'
import { insertUser } from './users.ts'

type StoredTeacher = ImportedTeacher & { user_id: number }

function userColumns({ nickname, avatar_file_name, country_id, is_pro }: ImportedTeacher) {
  return { nickname, avatar_file_name, country_id, is_pro, is_tutor: !is_pro, register_status: 5 }
}

/** The keys of a file's teachers, or the demo's own, and whose they are. */
export async function findTeacherIds(db: Database, issuer: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('identities')
    .select(['subject', 'user_id'])
    .where('provider', '=', IMPORTED.provider)
    .where('issuer', '=', issuer)
    .execute()
  return new Map(rows.map((row) => [row.subject, row.user_id]))
}

async function addTeacherUser(db: Database, teacher: ImportedTeacher, issuer: string): Promise<number> {
  const { id } = await insertUser(db, { ...userColumns(teacher), learning_language: null })
  await db
    .insertInto('identities')
    .values({ provider: IMPORTED.provider, issuer, subject: teacher.key, user_id: id })
    .execute()
  return id
}

async function updateUsers(db: Database, teachers: readonly StoredTeacher[]): Promise<void> {
  const rows = teachers.map((teacher) => ({ id: teacher.user_id, ...userColumns(teacher) }))
  await sql`
    update users set nickname = row.nickname, avatar_file_name = row.avatar_file_name, country_id = row.country_id,
      is_pro = row.is_pro, is_tutor = row.is_tutor, register_status = row.register_status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id integer, nickname text, avatar_file_name text,
      country_id text, is_pro boolean, is_tutor boolean, register_status smallint)
    where users.id = row.id`.execute(db)
}

/** Replaces the free time; booked lessons stay booked. */
async function replaceFreeTime(db: Database, teachers: readonly StoredTeacher[]): Promise<void> {
  const ids = teachers.map(({ user_id }) => user_id)
  await db.deleteFrom('teacher_slots').where('user_id', 'in', idList(ids)).where('booked', '=', false).execute()
  const slots = teachers.flatMap(({ user_id, free }) => free.map((slot) => ({ user_id, ...slot })))
  await sql`
    insert into teacher_slots (user_id, start_time, end_time)
    select user_id, start_time, end_time
    from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb)
      as slot(user_id integer, start_time timestamptz, end_time timestamptz)
    on conflict do nothing`.execute(db)
}

async function putTeachers(db: Database, teachers: readonly StoredTeacher[]): Promise<void> {
  const ids = teachers.map(({ user_id }) => user_id)
  await sql`
    insert into teachers (user_id, recording_permission, min_price, about, levels, booking_url)
    select user_id, recording_permission, min_price, about, coalesce(levels, '{}'), coalesce(booking_url, '')
    from jsonb_to_recordset(${JSON.stringify(teachers)}::jsonb)
      as teacher(user_id integer, recording_permission boolean, min_price integer, about text, levels text[],
        booking_url text)
    on conflict (user_id) do update
    set recording_permission = excluded.recording_permission, min_price = excluded.min_price, about = excluded.about,
      levels = excluded.levels, booking_url = excluded.booking_url`.execute(db)
  await db.deleteFrom('teacher_languages').where('user_id', 'in', idList(ids)).execute()
  const languages = teachers.flatMap((teacher) =>
    teacher.languages.map((language) => ({ user_id: teacher.user_id, language })),
  )
  await sql`
    insert into teacher_languages (user_id, language)
    select user_id, language
    from jsonb_to_recordset(${JSON.stringify(languages)}::jsonb) as entry(user_id integer, language text)`.execute(db)
  await replaceFreeTime(db, teachers)
}

/** Removes teachers with their free and booked time, and their accounts unless somebody uses them. */
export async function removeTeachers(db: Database, issuer: string, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('teachers').where('user_id', 'in', idList(ids)).execute()
  await db
    .deleteFrom('identities')
    .where('provider', '=', IMPORTED.provider)
    .where('issuer', '=', issuer)
    .where('user_id', 'in', idList(ids))
    .execute()
  await sql`delete from users where id in ${idList(ids)}
    and not exists (select from identities where user_id = users.id)
    and not exists (select from emails where user_id = users.id)
    and not exists (select from phones where user_id = users.id)
    and not exists (select from assessments where user_id = users.id)`.execute(db)
}

/**
 * Adds new teachers and updates those of before, all or nothing. Teachers that are not listed stay as they are, unless
 * they are to be replaced.
 */
export function importTeachers(
  db: Database,
  teachers: readonly ImportedTeacher[],
  { replace = false, issuer = IMPORTED.issuer }: ImportOptions & { issuer?: string } = {},
): Promise<ImportCounts> {
  return inImport(db, async (transaction) => {
    const ids = await findTeacherIds(transaction, issuer)
    const changed: StoredTeacher[] = []
    const added: StoredTeacher[] = []
    for (const teacher of teachers) {
      const id = ids.get(teacher.key)
      if (id !== undefined) changed.push({ ...teacher, user_id: id })
      else added.push({ ...teacher, user_id: await addTeacherUser(transaction, teacher, issuer) })
      ids.delete(teacher.key)
    }
    const unnamed = replace ? [...ids.values()] : []
    await removeTeachers(transaction, issuer, unnamed)
    await updateUsers(transaction, changed)
    await putTeachers(transaction, [...changed, ...added])
    return { added: added.length, changed: changed.length, removed: unnamed.length }
  })
}
