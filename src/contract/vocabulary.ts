import { Type } from 'typebox'
import { LANGUAGES } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { ErrorReply } from './errors.ts'
import { urls } from './urls.ts'

/** A vocabulary set without its creator's name and picture: those come from `getUserMini` (Specification §3, §7). */
export const CardSet = Type.Object({
  card_set_id: Type.Integer(),
  title: Type.String(),
  front_language: Type.Enum([...LANGUAGES]),
  back_language: Type.Enum([...LANGUAGES]),
  language_level: Type.Enum([...LEVELS]),
  text_code: Type.Array(Type.String(), { description: 'what the set is about, such as food' }),
  card_count: Type.Integer(),
  creator_id: Type.Integer({ description: '9999 is the product itself' }),
  copied_count: Type.Integer(),
})
export type CardSet = Type.Static<typeof CardSet>

export const UserMini = Type.Object({
  user_id: Type.Integer(),
  nickname: Type.String(),
  avatar_file_name: Type.String(),
})
export type UserMini = Type.Static<typeof UserMini>

export const exploreCardSets = {
  method: 'GET',
  url: urls.cardSetsExplore,
  schema: {
    summary: 'Vocabulary sets of a language pair and level, the most copied first',
    querystring: Type.Object({
      front_language: Type.Enum([...LANGUAGES]),
      back_language: Type.Enum([...LANGUAGES]),
      language_level: Type.Enum([...LEVELS]),
      length: Type.String({ pattern: '^([1-9]|1[0-9]|20)$', description: '1 to 20' }),
    }),
    response: { 200: Type.Object({ data: Type.Array(CardSet) }), '4xx': ErrorReply, '5xx': ErrorReply },
  },
} as const

export const getUserMini = {
  method: 'GET',
  url: urls.userMini(':creator_id'),
  schema: {
    summary: 'Who made a vocabulary set; 9999 is the product itself',
    params: Type.Object({ creator_id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }, { additionalProperties: false }),
    response: { 200: Type.Object({ data: UserMini }), '4xx': ErrorReply, '5xx': ErrorReply },
  },
} as const
