import { type Selectable, sql } from 'kysely'
import { ID_PATTERN } from '#contract/ids.ts'
import type { ImportedCardSet } from '#contract/import-files.ts'
import { type Level, PRODUCT_CREATOR_ID } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import type { Database, Tables } from '../schema.ts'
import { DEMO, type ImportCounts, inChunks } from './imports.ts'
import { toOwnId } from './teachers.ts'

export type CardSetRow = Omit<Selectable<Tables['vocabulary_sets']>, 'creator_id' | 'import_key'> & {
  creator_id: number
  card_count: number
  /** The key in the import file, if it's valid as a public id. */
  key: string | null
  /** The creator's; null for our own sets. */
  nickname: string | null
  avatar_file_name: string | null
}

export type CardSetQuestion = { front: Language; back: Language; level: Level; limit: number }

/** The columns that an import fills, apart from the key. */
const IMPORTED_COLUMNS = [
  'title',
  'front_language',
  'back_language',
  'language_level',
  'text_code',
  'copied_count',
] as const

function cardSets(db: Database) {
  return db
    .selectFrom('vocabulary_sets')
    .leftJoin('users', 'users.id', 'vocabulary_sets.creator_id')
    .select([
      'users.nickname',
      'users.avatar_file_name',
      'card_set_id',
      ...IMPORTED_COLUMNS,
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

/** The sets for a language pair and level, most copied first. */
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

/** The public data of a set's creator. Nothing about other users: ids are sequential and could be enumerated. */
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

/**
 * Makes these the imported vocabulary sets, which are the product's own: adds, updates, and removes those that aren't
 * listed. The caller's transaction makes it all or nothing.
 */
export async function importCardSets(
  transaction: Database,
  sets: readonly ImportedCardSet[],
  { isDemo = false } = {},
): Promise<ImportCounts> {
  const stored = await transaction
    .selectFrom('vocabulary_sets')
    .select(['card_set_id', 'import_key'])
    .where('import_key', isDemo ? 'like' : 'not like', `${DEMO.keys}%`)
    .execute()
  const keys = new Set<string | null>(sets.map(({ key }) => key))
  const [kept, gone] = [
    stored.filter((row) => keys.has(row.import_key)),
    stored.filter((row) => !keys.has(row.import_key)),
  ]
  const idsOf = (rows: typeof stored) => rows.map(({ card_set_id }) => card_set_id)
  await inChunks(idsOf(gone), (chunk) =>
    transaction.deleteFrom('vocabulary_sets').where('card_set_id', 'in', chunk).execute(),
  )
  await inChunks(idsOf(kept), (chunk) =>
    transaction.deleteFrom('vocabulary_cards').where('card_set_id', 'in', chunk).execute(),
  )
  await inChunks(sets, async (chunk) => {
    const rows = await transaction
      .insertInto('vocabulary_sets')
      .values(
        chunk.map(({ key, cards: _, text_code, ...facts }) => ({
          ...facts,
          text_code: JSON.stringify(text_code),
          import_key: key,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('import_key')
          .doUpdateSet((to) => Object.fromEntries(IMPORTED_COLUMNS.map((name) => [name, to.ref(`excluded.${name}`)]))),
      )
      .returning(['card_set_id', 'import_key'])
      .execute()
    const ids = new Map(rows.map((row) => [row.import_key, row.card_set_id]))
    const cards = chunk.flatMap(({ key, cards: pairs }) =>
      pairs.map(([front, back], index) => ({
        card_set_id: ids.get(key) as number,
        position: index + 1,
        front,
        back,
      })),
    )
    await inChunks(cards, (some) => transaction.insertInto('vocabulary_cards').values(some).execute())
  })
  return { added: sets.length - kept.length, changed: kept.length, removed: gone.length }
}
