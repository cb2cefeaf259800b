import { Type } from 'typebox'
import { AREAS } from '#quiz/areas.ts'
import { CHANGES } from '#quiz/estimate.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Flag } from './flags.ts'
import { Uuid } from './ids.ts'
import { LOCALES } from './locales.ts'
import { Closed, DateTime, LanguageName, LevelName, Nullable } from './schemas.ts'
import { urls } from './urls.ts'

export const Band = Type.Object(
  { lowest: LevelName, highest: LevelName },
  {
    description: "the smallest run of adjacent levels that has 80% of the probability and includes the result's level",
  },
)

/** How certain a result is (docs/decisions/018). */
export const EstimateReply = Type.Object({
  theta: Type.Number({ description: 'ability in logits; the levels are 1.2 wide, B2 starts at 0' }),
  standard_error: Type.Number(),
  band: Band,
})
export type EstimateReply = Type.Static<typeof EstimateReply>

export const ChangeReply = Type.Enum([...CHANGES], {
  description: 'since the previous result in the same language; chance: within measurement error',
})

const LocalText = Type.Object(
  { lang: Type.Enum([...LOCALES]), text: Type.String() },
  { description: 'in the interface language, or in English if the current text has no translation' },
)
export type LocalText = Type.Static<typeof LocalText>

const Reason = Type.Object({
  option: Type.String(),
  meaning: Type.String({ description: 'for a picture word, in the interface language; otherwise empty' }),
  why: Nullable(LocalText, { description: 'why the option is wrong; null for a picture word' }),
})

const Ruby = Type.Array(Type.Tuple([Type.String(), Type.String()]), {
  description: 'the text in parts, each with its reading; empty where none is needed',
})

export const ReviewedItem = Type.Object({
  position: Type.Integer(),
  kind: Type.Enum(['picture', 'sentence']),
  question: Type.String(),
  image: Type.String(),
  level: LevelName,
  area: Type.Enum([...AREAS]),
  point: LocalText,
  correct: Type.Array(Type.String()),
  why_right: Nullable(LocalText, {
    description: 'why the key is right; null for a picture, or if the question has changed since',
  }),
  translation: Nullable(LocalText, {
    description: 'the sentence with its key; null for a picture, or if the interface is in the tested language',
  }),
  pair: Nullable(Type.Object({ option: Type.String(), sentence: Type.String() }), {
    description: 'a sentence in which a tempting wrong option is right',
  }),
  word: Type.String({ description: 'the word or phrase worth learning, in its dictionary form; otherwise empty' }),
  reading: Type.String({
    description: 'kana or pinyin of a word to learn whose script does not show its reading; otherwise empty',
  }),
  meaning: Type.String({
    description: 'meaning of a word to learn, in the interface language; empty if unknown',
  }),
  choice: Type.Array(Type.String(), { description: '[] is "I don\'t know"' }),
  is_correct: Type.Boolean(),
  elapsed_ms: Nullable(Type.Integer()),
  reasons: Type.Array(Reason, {
    description: 'about all other options, the chosen one first; [] if the question has changed since',
  }),
  readings: Type.Record(Type.String(), Ruby, {
    description:
      'kana over Japanese, pinyin over Chinese: for the question, the options, the word, and the sentence of the pair',
  }),
  flag: Nullable(Flag, { description: "the account's own flag on this question" }),
})
export type ReviewedItem = Type.Static<typeof ReviewedItem>

export const Review = Type.Object({
  assessment_id: Uuid,
  language: LanguageName,
  level: LevelName,
  finished_at: DateTime,
  estimate: EstimateReply,
  items: Type.Array(ReviewedItem),
})
export type Review = Type.Static<typeof Review>

export const getReview = {
  method: 'GET',
  url: urls.review(':id'),
  config: { access: 'owner' },
  schema: {
    summary:
      'A finished assessment, for its signed-in owner: how certain its level is, and each question with its answers',
    params: Closed({ id: Uuid }),
    response: { 200: Type.Object({ data: Review }), ...errorReplies },
  },
} as const satisfies Endpoint
