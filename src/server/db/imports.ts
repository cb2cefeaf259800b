import { sql } from 'kysely'
import type { ImportedCardSet, ImportedTeacher } from './import-files.ts'
import { inTransaction } from './retry.ts'
import type { Database } from './schema.ts'
import { insertUser } from './users.ts'

export type Imported = { added: number; changed: number }

/** The identity that finds an imported teacher again. */
const IMPORT = { provider: 'import', issuer: 'teachers' }

/** Runs one import at a time, and each as one transaction: all or nothing. */
function importing<Result>(db: Database, work: (transaction: Database) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(7053223)`.execute(transaction)
    return work(transaction)
  })
}

/** Passes the ids as one parameter; a statement takes at most 65,535. */
function idList(ids: readonly number[]) {
  return sql<number>`(select value::integer from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
}

type KnownTeacher = ImportedTeacher & { user_id: number }

function userColumns({ nickname, avatar_file_name, country_id, is_pro }: ImportedTeacher) {
  return { nickname, avatar_file_name, country_id, is_pro, is_tutor: !is_pro, register_status: 5 }
}

async function findTeacherIds(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('identities')
    .select(['subject', 'user_id'])
    .where('provider', '=', IMPORT.provider)
    .where('issuer', '=', IMPORT.issuer)
    .execute()
  return new Map(rows.map((row) => [row.subject, row.user_id]))
}

async function addTeacherUser(db: Database, teacher: ImportedTeacher): Promise<number> {
  const { id } = await insertUser(db, { ...userColumns(teacher), learning_language: null })
  await db
    .insertInto('identities')
    .values({ ...IMPORT, subject: teacher.key, user_id: id })
    .execute()
  return id
}

async function updateUsers(db: Database, teachers: readonly KnownTeacher[]): Promise<void> {
  const rows = teachers.map((teacher) => ({ id: teacher.user_id, ...userColumns(teacher) }))
  await sql`
    update users set nickname = row.nickname, avatar_file_name = row.avatar_file_name, country_id = row.country_id,
      is_pro = row.is_pro, is_tutor = row.is_tutor, register_status = row.register_status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id integer, nickname text, avatar_file_name text,
      country_id text, is_pro boolean, is_tutor boolean, register_status smallint)
    where users.id = row.id`.execute(db)
}

/** Replaces the free time; booked lessons stay booked. */
async function replaceFreeTime(db: Database, teachers: readonly KnownTeacher[]): Promise<void> {
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

async function putTeachers(db: Database, teachers: readonly KnownTeacher[]): Promise<void> {
  const ids = teachers.map(({ user_id }) => user_id)
  await sql`
    insert into teachers (user_id, recording_permission, min_price, about, levels)
    select user_id, recording_permission, min_price, about, coalesce(levels, '{}')
    from jsonb_to_recordset(${JSON.stringify(teachers)}::jsonb)
      as teacher(user_id integer, recording_permission boolean, min_price integer, about text, levels text[])
    on conflict (user_id) do update
    set recording_permission = excluded.recording_permission, min_price = excluded.min_price, about = excluded.about,
      levels = excluded.levels`.execute(db)
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

/** Adds new teachers and updates known ones, all or nothing. Teachers that are not listed stay as they are. */
export function importTeachers(db: Database, teachers: readonly ImportedTeacher[]): Promise<Imported> {
  return importing(db, async (transaction) => {
    const ids = await findTeacherIds(transaction)
    const known: KnownTeacher[] = []
    const added: KnownTeacher[] = []
    for (const teacher of teachers) {
      const id = ids.get(teacher.key)
      if (id !== undefined) known.push({ ...teacher, user_id: id })
      else added.push({ ...teacher, user_id: await addTeacherUser(transaction, teacher) })
    }
    await updateUsers(transaction, known)
    await putTeachers(transaction, [...known, ...added])
    return { added: added.length, changed: known.length }
  })
}

/** Inserts or updates the sets by their keys. @returns the id for each key, and how many sets were there before */
async function putCardSets(db: Database, sets: readonly ImportedCardSet[]) {
  const keys = new Set(sets.map(({ key }) => key))
  const before = await db
    .selectFrom('vocabulary_sets')
    .select('import_key')
    .where('import_key', 'is not', null)
    .execute()
  const rows = await sql<{ card_set_id: number; import_key: string }>`
    insert into vocabulary_sets (title, front_language, back_language, language_level, text_code, copied_count, import_key)
    select title, front_language, back_language, language_level, text_code, copied_count, key
    from jsonb_to_recordset(${JSON.stringify(sets)}::jsonb) as card_set(title text, front_language text,
      back_language text, language_level text, text_code jsonb, copied_count integer, key text)
    on conflict (import_key) do update
    set title = excluded.title, front_language = excluded.front_language, back_language = excluded.back_language,
      language_level = excluded.language_level, text_code = excluded.text_code, copied_count = excluded.copied_count,
      creator_id = null
    returning card_set_id, import_key`.execute(db)
  return {
    ids: new Map(rows.rows.map((row) => [row.import_key, row.card_set_id])),
    changed: before.filter((row) => keys.has(row.import_key ?? '')).length,
  }
}

/** Adds new vocabulary sets of the product itself and updates known ones, all or nothing. Sets that are not listed stay as they are. */
export function importCardSets(db: Database, sets: readonly ImportedCardSet[]): Promise<Imported> {
  return importing(db, async (transaction) => {
    const { ids, changed } = await putCardSets(transaction, sets)
    await transaction
      .deleteFrom('vocabulary_cards')
      .where('card_set_id', 'in', idList([...ids.values()]))
      .execute()
    const cards = sets.flatMap(({ key, cards: pairs }) =>
      pairs.map(([front, back], index) => ({ card_set_id: ids.get(key), position: index + 1, front, back })),
    )
    await sql`
      insert into vocabulary_cards (card_set_id, position, front, back)
      select card_set_id, position, front, back
      from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb)
        as card(card_set_id integer, position smallint, front text, back text)`.execute(transaction)
    return { added: sets.length - changed, changed }
  })
}
