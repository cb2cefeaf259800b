import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { type ImportedTeacher, TeacherCard } from '#contract/import-files.ts'
import type { Database } from '../schema.ts'
import { type ImportCounts, inChunks } from './imports.ts'
import { IMPORTED } from './teachers.ts'
import { insertUser } from './users.ts'

function userColumns({ nickname, avatar_file_name, country_id, is_pro }: ImportedTeacher) {
  return { nickname, avatar_file_name, country_id, is_pro, is_tutor: !is_pro, register_status: 5 }
}

/** The keys of the imported teachers, or of the demo's own, with their user ids. */
export async function findTeacherIds(db: Database, issuer: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('identities')
    .select(['subject', 'user_id'])
    .where('provider', '=', IMPORTED.provider)
    .where('issuer', '=', issuer)
    .execute()
  return new Map(rows.map((row) => [row.subject, row.user_id]))
}

async function addUser(db: Database, teacher: ImportedTeacher, issuer: string): Promise<number> {
  const { id } = await insertUser(db, { ...userColumns(teacher), learning_language: null })
  await db
    .insertInto('identities')
    .values({ provider: IMPORTED.provider, issuer, subject: teacher.key, user_id: id })
    .execute()
  return id
}

/** Removes teachers with their free time, and their accounts unless they're in use. */
async function removeTeachers(db: Database, issuer: string, ids: readonly number[]): Promise<void> {
  await inChunks(ids, async (chunk) => {
    await db.deleteFrom('teachers').where('user_id', 'in', chunk).execute()
    await db
      .deleteFrom('identities')
      .where('provider', '=', IMPORTED.provider)
      .where('issuer', '=', issuer)
      .where('user_id', 'in', chunk)
      .execute()
    await sql`delete from users where id = any(${chunk}::integer[])
      and not exists (select from identities where user_id = users.id)
      and not exists (select from emails where user_id = users.id)
      and not exists (select from phones where user_id = users.id)
      and not exists (select from assessments where user_id = users.id)`.execute(db)
  })
}

/** Writes a file's teachers, replacing those of an earlier file. */
async function putTeachers(db: Database, teachers: readonly (ImportedTeacher & { user_id: number })[]): Promise<void> {
  await inChunks(teachers, async (chunk) => {
    const ids = chunk.map(({ user_id }) => user_id)
    await db.deleteFrom('teachers').where('user_id', 'in', ids).execute()
    const rows = chunk.map((teacher) => ({
      user_id: teacher.user_id,
      card: JSON.stringify(Value.Clean(TeacherCard, { ...teacher })),
    }))
    await db.insertInto('teachers').values(rows).execute()
  })
  const languages = teachers.flatMap(({ user_id, languages: taught }) =>
    taught.map((language) => ({ user_id, language })),
  )
  await inChunks(languages, (chunk) => db.insertInto('teacher_languages').values(chunk).execute())
  const slots = teachers.flatMap(({ user_id, free }) =>
    free.map((slot) => ({ user_id, start_time: new Date(slot.start_time), end_time: new Date(slot.end_time) })),
  )
  await inChunks(slots, (chunk) => db.insertInto('teacher_slots').values(chunk).execute())
}

/**
 * Makes these the imported teachers: adds, updates, and removes those that aren't listed. The caller's transaction
 * makes it all or nothing.
 */
export async function importTeachers(
  transaction: Database,
  teachers: readonly ImportedTeacher[],
  issuer = IMPORTED.issuer,
): Promise<ImportCounts> {
  const before = await findTeacherIds(transaction, issuer)
  const stored: (ImportedTeacher & { user_id: number })[] = []
  for (const teacher of teachers) {
    const known = before.get(teacher.key)
    if (known !== undefined)
      await transaction.updateTable('users').set(userColumns(teacher)).where('id', '=', known).execute()
    stored.push({ ...teacher, user_id: known ?? (await addUser(transaction, teacher, issuer)) })
  }
  const keys = new Set(teachers.map(({ key }) => key))
  const gone = [...before].filter(([key]) => !keys.has(key)).map(([, id]) => id)
  await removeTeachers(transaction, issuer, gone)
  await putTeachers(transaction, stored)
  const changed = before.size - gone.length
  return { added: teachers.length - changed, changed, removed: gone.length }
}
