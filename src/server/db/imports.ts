import { sql } from 'kysely'
import type { ImportedCardSet, ImportedTeacher } from './import-files.ts'
import { inTransaction } from './retry.ts'
import type { Database } from './schema.ts'
import { insertUser } from './users.ts'

export type Imported = { added: number; changed: number }

/** The identity by which an imported teacher is found again. */
const IMPORT = { provider: 'import', issuer: 'teachers' }

/** Two imports at once happen one after the other. */
async function lockImports(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(7053223)`.execute(db)
}

async function findTeacherId(db: Database, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', IMPORT.provider)
    .where('issuer', '=', IMPORT.issuer)
    .where('subject', '=', key)
    .executeTakeFirst()
  return row?.user_id
}

async function putTeacherUser(db: Database, teacher: ImportedTeacher): Promise<{ id: number; isNew: boolean }> {
  const { key, nickname, avatar_file_name, country_id, is_pro } = teacher
  const user = { nickname, avatar_file_name, country_id, is_pro, is_tutor: !is_pro, register_status: 5 }
  const known = await findTeacherId(db, key)
  if (known !== undefined) {
    await db.updateTable('users').set(user).where('id', '=', known).execute()
    return { id: known, isNew: false }
  }
  const { id } = await insertUser(db, { ...user, learning_language: null })
  await db
    .insertInto('identities')
    .values({ ...IMPORT, subject: key, user_id: id })
    .execute()
  return { id, isNew: true }
}

/** The free time in place of the former; what is booked stays booked. */
async function replaceFreeTime(db: Database, id: number, free: ImportedTeacher['free']): Promise<void> {
  await db.deleteFrom('teacher_slots').where('user_id', '=', id).where('booked', '=', false).execute()
  if (free.length === 0) return
  await db
    .insertInto('teacher_slots')
    .values(
      free.map((slot) => ({ user_id: id, start_time: new Date(slot.start_time), end_time: new Date(slot.end_time) })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function putTeacher(db: Database, teacher: ImportedTeacher): Promise<boolean> {
  const { id, isNew } = await putTeacherUser(db, teacher)
  const { recording_permission, min_price, about, languages, free } = teacher
  const facts = { recording_permission, min_price, about }
  await db
    .insertInto('teachers')
    .values({ user_id: id, ...facts })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(facts))
    .execute()
  await db.deleteFrom('teacher_languages').where('user_id', '=', id).execute()
  await db
    .insertInto('teacher_languages')
    .values(languages.map((language) => ({ user_id: id, language })))
    .execute()
  await replaceFreeTime(db, id, free)
  return isNew
}

async function putCardSet(db: Database, { key, cards, text_code, ...facts }: ImportedCardSet): Promise<boolean> {
  const set = { ...facts, text_code: JSON.stringify(text_code), creator_id: null }
  const known = await db
    .updateTable('vocabulary_sets')
    .set(set)
    .where('import_key', '=', key)
    .returning('card_set_id')
    .executeTakeFirst()
  const { card_set_id } =
    known ??
    (await db
      .insertInto('vocabulary_sets')
      .values({ ...set, import_key: key })
      .returning('card_set_id')
      .executeTakeFirstOrThrow())
  await db.deleteFrom('vocabulary_cards').where('card_set_id', '=', card_set_id).execute()
  const rows = cards.map(([front, back], index) => ({ card_set_id, position: index + 1, front, back }))
  await db.insertInto('vocabulary_cards').values(rows).execute()
  return known === undefined
}

async function putAll<Entry>(
  db: Database,
  entries: readonly Entry[],
  put: (db: Database, entry: Entry) => Promise<boolean>,
): Promise<Imported> {
  return inTransaction(db, async (transaction) => {
    await lockImports(transaction)
    let added = 0
    for (const entry of entries) if (await put(transaction, entry)) added++
    return { added, changed: entries.length - added }
  })
}

/** Adds new teachers and brings known ones up to date, all or none; teachers that are not named stay. */
export function importTeachers(db: Database, teachers: readonly ImportedTeacher[]): Promise<Imported> {
  return putAll(db, teachers, putTeacher)
}

/** Adds new vocabulary sets of the product itself and brings known ones up to date, all or none; sets that are not named stay. */
export function importCardSets(db: Database, sets: readonly ImportedCardSet[]): Promise<Imported> {
  return putAll(db, sets, putCardSet)
}
