import { type CardSet, exploreCardSets, getUserMini, type UserMini } from '#contract/recommendations.ts'
import { PRODUCT_CREATOR_ID } from '#quiz/constants.ts'
import type { Database } from '../db/schema.ts'
import { type CardSetRow, findCardSetCreator, findCardSets } from '../db/tables/vocabulary.ts'
import { Refusal } from '../http/refusal.ts'
import type { App } from '../http/server.ts'

/** The creator of our own card sets (Specification §3). */
const PRODUCT: UserMini = {
  user_id: PRODUCT_CREATOR_ID,
  nickname: 'Language Assessment',
  avatar_file_name: 'language-assessment',
}

/**
 * A set with its creator (Specification §3). An imported one has the importer's own key as its id, so that links and
 * events carry it.
 */
export function toCardSet({ nickname, avatar_file_name, key, ...row }: CardSetRow): CardSet {
  const set = { ...row, card_set_id: key ?? row.card_set_id }
  const creator = nickname === null ? PRODUCT : { nickname, avatar_file_name, user_id: set.creator_id }
  return { ...set, ...creator }
}

export function vocabularyRoutes(app: App, { db }: { db: Database }): void {
  app.route({
    ...exploreCardSets,
    handler: async (request) => {
      const { front_language: front, back_language: back, language_level: level, length } = request.query
      return { data: (await findCardSets(db, { front, back, level, limit: Number(length) })).map(toCardSet) }
    },
  })

  app.route({
    ...getUserMini,
    handler: async (request) => {
      const id = Number(request.params.creator_id)
      if (id === PRODUCT_CREATOR_ID) return { data: PRODUCT }
      const creator = await findCardSetCreator(db, id)
      if (!creator) throw new Refusal(404, 'not_found', 'Nobody with this id has made a vocabulary set.')
      return { data: creator }
    },
  })
}
