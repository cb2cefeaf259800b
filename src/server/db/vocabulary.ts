import { type Selectable, sql } from 'kysely'
import { ID_PATTERN } from '#contract/ids.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { PRODUCT_CREATOR_ID } from '#quiz/marketplace.ts'
import type { Database, Tables } from './schema.ts'
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

/** What the public may know of a set's creator. Nothing about anybody else: ids are sequential and could be enumerated. */
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
