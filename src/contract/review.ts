import { Type } from 'typebox'
import { CHANGES } from '#quiz/estimate.ts'
import { REPORT_NOTE_MAX, REPORT_REASONS } from '#quiz/item-report.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { AREAS } from '#quiz/subscores.ts'
import { POSITION_PATTERN } from '#quiz/test-plan.ts'
import { errorReplies } from './errors.ts'
import { LOCALES } from './locales.ts'
import { urls } from './urls.ts'

const Level = Type.Enum([...LEVELS])

export const Band = Type.Object(
  { lowest: Level, highest: Level },
  { description: 'the smallest run of adjacent levels with 80 % of the probability' },
)

/** How sure a result is (docs/decisions/018). */
export const EstimateReply = Type.Object({
  theta: Type.Number({ description: 'ability in logits; the levels are 1.2 wide, B2 begins at 0' }),
  standard_error: Type.Number(),
  level: Level,
  band: Band,
})
export type EstimateReply = Type.Static<typeof EstimateReply>

export const ChangeReply = Type.Enum([...CHANGES], {
  description: 'since the previous result in the same language; chance: within measurement error',
})

const Subscore = Type.Object({ asked: Type.Integer(), right: Type.Integer(), band: Band })

const ItemReport = Type.Object({ reason: Type.Enum([...REPORT_REASONS]), note: Type.String() })
export type ItemReport = Type.Static<typeof ItemReport>

const LocalText = Type.Object(
  { lang: Type.Enum([...LOCALES]), text: Type.String() },
  { description: 'in the interface language, or in English where no translation of the present text exists' },
)
export type LocalText = Type.Static<typeof LocalText>

const Reason = Type.Object({
  option: Type.String(),
  meaning: Type.String({ description: 'of a picture word, in the interface language; else empty' }),
  why: Type.Union([Type.Null(), LocalText], { description: 'why the option is wrong; null for a picture word' }),
})

export const ReviewedItem = Type.Object({
  position: Type.Integer(),
  kind: Type.Enum(['picture', 'sentence']),
  question: Type.String(),
  image: Type.String(),
  level: Level,
  area: Type.Enum([...AREAS]),
  point: LocalText,
  correct: Type.Array(Type.String()),
  reading: Type.String({
    description: 'kana or pinyin of a word to learn whose script does not show its reading; else empty',
  }),
  meaning: Type.String({
    description: 'of a word to learn, in the interface language; empty if unknown',
  }),
  choice: Type.Array(Type.String(), { description: '[] is "I don\'t know"' }),
  is_correct: Type.Boolean(),
  elapsed_ms: Type.Union([Type.Null(), Type.Integer()]),
  reasons: Type.Array(Reason, {
    description: 'about the other options, the chosen one first; [] if the question has changed since',
  }),
  report: Type.Union([Type.Null(), ItemReport], { description: "the account's own report of this question" }),
})
export type ReviewedItem = Type.Static<typeof ReviewedItem>

export const Review = Type.Object({
  assessment_id: Type.String({ format: 'uuid' }),
  language: Type.Enum([...LANGUAGES]),
  level: Level,
  finished_at: Type.String({ format: 'date-time' }),
  estimate: EstimateReply,
  probabilities: Type.Object(Object.fromEntries(LEVELS.map((level) => [level, Type.Number()])), {
    description: 'of each level',
  }),
  subscores: Type.Union([
    Type.Null(),
    Type.Object({ vocabulary: Subscore, grammar: Subscore, vocabulary_is: Type.Enum([...CHANGES]) }),
  ]),
  previous: Type.Union([
    Type.Null(),
    Type.Object({ level: Level, finished_at: Type.String({ format: 'date-time' }), change: ChangeReply }),
  ]),
  asked: Type.Integer({ description: 'how many questions' }),
  items: Type.Array(ReviewedItem, {
    description: '[] if the test was taken faster than people read, or is one of too many in a day',
  }),
})
export type Review = Type.Static<typeof Review>

const Id = Type.String({ format: 'uuid' })

export const getReview = {
  method: 'GET',
  url: urls.review(':id'),
  config: { access: 'owner' },
  schema: {
    summary:
      'A finished assessment, for its signed-in owner: how sure its level is, and each question with its answers',
    params: Type.Object({ id: Id }, { additionalProperties: false }),
    response: { 200: Type.Object({ data: Review }), ...errorReplies },
  },
} as const

export const reportItem = {
  method: 'POST',
  url: urls.itemReport(':id', ':position'),
  config: { access: 'owner' },
  schema: {
    summary:
      'Report a question of your own finished assessment; one report per person and question, a repeat replaces it',
    params: Type.Object(
      { id: Id, position: Type.String({ pattern: POSITION_PATTERN }) },
      { additionalProperties: false },
    ),
    body: Type.Object(
      {
        reason: Type.Enum([...REPORT_REASONS]),
        // Code points are counted after cleaning; this only bounds the input.
        note: Type.Optional(
          Type.String({ maxLength: 8 * REPORT_NOTE_MAX, description: `at most ${REPORT_NOTE_MAX} characters` }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 201: Type.Object({ data: ItemReport }), ...errorReplies },
  },
} as const
