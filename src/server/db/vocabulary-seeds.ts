import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { inTransaction } from './retry.ts'
import type { Database } from './schema.ts'

export type CardSetSeed = {
  title: string
  front_language: Language
  back_language: Language
  language_level: Level
  text_code: string[]
  cards: [front: string, back: string][]
  copied_count: number
}

type Identity = Pick<CardSetSeed, 'front_language' | 'back_language' | 'language_level' | 'title'>

const identify = (set: Identity) => [set.front_language, set.back_language, set.language_level, set.title].join('\n')

/** Adds the product's own sets that are missing; a set that is there stays as it is. */
export async function seedCardSetRows(db: Database, seeds: CardSetSeed[]): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const present = await transaction
      .selectFrom('vocabulary_sets')
      .select(['front_language', 'back_language', 'language_level', 'title'])
      .where('creator_id', 'is', null)
      .execute()
    const known = new Set(present.map(identify))
    const missing = seeds.filter((seed) => !known.has(identify(seed)))
    if (missing.length === 0) return
    const sets = await transaction
      .insertInto('vocabulary_sets')
      .values(
        missing.map(({ cards: _cards, text_code, ...set }) => ({
          ...set,
          text_code: JSON.stringify(text_code),
          creator_id: null,
        })),
      )
      .returning(['card_set_id', 'front_language', 'back_language', 'language_level', 'title'])
      .execute()
    const ids = new Map(sets.map((set) => [identify(set), set.card_set_id]))
    await transaction
      .insertInto('vocabulary_cards')
      .values(
        missing.flatMap((seed) =>
          seed.cards.map(([front, back], index) => ({
            card_set_id: ids.get(identify(seed)) as number,
            position: index + 1,
            front,
            back,
          })),
        ),
      )
      .execute()
  })
}
