import { type Selectable, sql } from 'kysely'
import { ID_PATTERN } from '#contract/ids.ts'
import type { ImportedCardSet } from '#contract/import-files.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { PRODUCT_CREATOR_ID } from '#quiz/profile.ts'
import type { Database, Tables } from '../schema.ts'
import { DEMO, type ImportCounts, type ImportOptions, idList, inImport } from './imports.ts'
import { toOwnId } from './teachers.ts'

export type CardSetRow = Omit<Selectable<Tables['vocabulary_sets']>, 'creator_id' | 'import_key'> & {
  creator_id: number
  card_count: number
  /** That of the import file, if it can be an id on the wire. */
  key: string | null
  /** The creator's; null for our own sets. */
  nickname: string | null
  avatar_file_name: string | null
}

export type CardSetQuestion = { front: Language; back: Language; level: Level; limit: number }

function cardSets(db: Database) {
  return db
    .selectFrom('vocabulary_sets')
    .leftJoin('users', 'users.id', 'vocabulary_sets.creator_id')
    .select([
      'users.nickname',
      'users.avatar_file_name',
      'card_set_id',
      'title',
      'front_language',
      'back_language',
      'language_level',
      'text_code',
      'copied_count',
      sql<string | null>`case when import_key ~ ${ID_PATTERN} then import_key end`.as('key'),
      sql<number>`coalesce(creator_id, ${PRODUCT_CREATOR_ID}::integer)`.as('creator_id'),
    ])
    .select((columns) =>
      columns
        .selectFrom('vocabulary_cards')
        .select(sql<number>`count(*)::integer`.as('card_count'))
        .whereRef('vocabulary_cards.card_set_id', '=', 'vocabulary_sets.card_set_id')
        .$asScalar()
        .$notNull()
        .as('card_count'),
    )
}

/** The sets of a language pair and level, the most copied first. */
export async function findCardSets(
  db: Database,
  { front, back, level, limit }: CardSetQuestion,
): Promise<CardSetRow[]> {
  return cardSets(db)
    .where('front_language', '=', front)
    .where('back_language', '=', back)
    .where('language_level', '=', level)
    .orderBy('copied_count', 'desc')
    .orderBy('card_set_id')
    .limit(limit)
    .execute()
}

export type CardSetDetail = CardSetRow & { cards: { front: string; back: string }[] }

/** A set, by key or id, with its cards. */
export async function findCardSet(db: Database, keyOrId: string): Promise<CardSetDetail | undefined> {
  const set = await cardSets(db)
    .where((where) => where.or([where('import_key', '=', keyOrId), where('card_set_id', '=', toOwnId(keyOrId))]))
    .orderBy(sql`import_key = ${keyOrId}`, (order) => order.desc().nullsLast())
    .executeTakeFirst()
  if (!set) return undefined
  const id = set.card_set_id
  const cards = await db
    .selectFrom('vocabulary_cards')
    .select(['front', 'back'])
    .where('card_set_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...set, cards }
}

/**
 * What the public may know of a set's creator. Nothing about anybody else: ids are sequential and could be enumerated.
 */
export async function findCardSetCreator(
  db: Database,
  id: number,
): Promise<{ user_id: number; nickname: string; avatar_file_name: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['id as user_id', 'nickname', 'avatar_file_name'])
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('vocabulary_sets').select('card_set_id').where('creator_id', '=', id)),
    )
    .executeTakeFirst()
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

/**
 * Adds new vocabulary sets of the product itself and updates known ones, all or nothing. Sets that are not listed stay
 * as they are, unless they are to be replaced.
 */
export function importCardSets(
  db: Database,
  sets: readonly ImportedCardSet[],
  { replace = false }: ImportOptions = {},
): Promise<ImportCounts> {
  return inImport(db, async (transaction) => {
    const keys = JSON.stringify(sets.map(({ key }) => key))
    const { numAffectedRows = 0n } = await sql`
      delete from vocabulary_sets where ${replace} and import_key not like ${`${DEMO.keys}%`}
        and import_key not in (select jsonb_array_elements_text(${keys}::jsonb))`.execute(transaction)
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
    return { added: sets.length - changed, changed, removed: Number(numAffectedRows) }
  })
}

/** Removes the demo's sets. @returns how many */
export async function removeDemoSets(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('vocabulary_sets')
    .where('import_key', 'like', `${DEMO.keys}%`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
