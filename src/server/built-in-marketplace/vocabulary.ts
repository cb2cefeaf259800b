import type { CardSet, UserMini } from '#contract/recommendations.ts'
import { PRODUCT_CREATOR_ID } from '#quiz/constants.ts'
import type { Database } from '../db/schema.ts'
import { type CardSetRow, findCardSetCreator, findCardSets } from '../db/tables/vocabulary.ts'
import { HttpError } from '../http/http-error.ts'
import type { CallHandlers } from '../marketplace.ts'

/** The creator of our own card sets (Specification §3). */
const PRODUCT: UserMini = {
  user_id: PRODUCT_CREATOR_ID,
  nickname: 'Language Assessment',
  avatar_file_name: 'language-assessment',
}

/**
 * A set with its creator (Specification §3). An imported set's id is the importer's own key, so links and events
 * contain it.
 */
export function toCardSet({ nickname, avatar_file_name, key, ...row }: CardSetRow): CardSet {
  const set = { ...row, card_set_id: key ?? row.card_set_id }
  const creator = nickname === null ? PRODUCT : { nickname, avatar_file_name, user_id: set.creator_id }
  return { ...set, ...creator }
}

export function vocabularyHandlers(db: Database): Pick<CallHandlers, 'exploreCardSets' | 'getUserMini'> {
  return {
    async exploreCardSets({ query }) {
      const { front_language: front, back_language: back, language_level: level, length } = query
      return { data: (await findCardSets(db, { front, back, level, limit: Number(length) })).map(toCardSet) }
    },
    async getUserMini({ params }) {
      const id = Number(params.creator_id)
      if (id === PRODUCT_CREATOR_ID) return { data: PRODUCT }
      const creator = await findCardSetCreator(db, id)
      if (!creator) throw new HttpError(404, 'not_found', 'No creator of a vocabulary set has this id.')
      return { data: creator }
    },
  }
}
