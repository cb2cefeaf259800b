import { type Static, Type } from 'typebox'
import { LANGUAGES } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { IdInAddress } from './ids.ts'

/** Your own key is the id in links and events. */
const Key = IdInAddress
const Line = (maxLength: number) =>
  Type.String({
    maxLength,
    pattern: '^\\S(.*\\S)?$',
    description: `one line of 1 to ${maxLength} characters, without spaces around it`,
  })
const Instant = Type.Union([
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?Z$',
    description: 'an instant in UTC such as 2027-01-11T08:00Z',
  }),
  Type.Integer({ minimum: 0, maximum: 4_102_444_800_000 }),
])
const Language = Type.Enum([...LANGUAGES])

/** A teacher of an import file (docs/marketplace.md). */
export const TeacherInFile = Type.Object(
  {
    key: Key,
    nickname: Line(60),
    avatar_file_name: Type.String({ maxLength: 300 }),
    country_id: Type.Union([Type.String({ pattern: '^[A-Z]{2}$', description: 'two capital letters' }), Type.Null()]),
    languages: Type.Array(Language, { minItems: 1, uniqueItems: true }),
    is_pro: Type.Boolean(),
    recording_permission: Type.Boolean(),
    min_price: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    about: Type.String({ maxLength: 1000 }),
    booking_url: Type.Optional(
      Type.String({ maxLength: 1000, pattern: '^https://[^\\s"<>]+$', description: 'an https address' }),
    ),
    levels: Type.Optional(Type.Array(Type.Enum([...LEVELS]), { uniqueItems: true })),
    free: Type.Array(Type.Object({ start_time: Instant, end_time: Instant }, { additionalProperties: false }), {
      maxItems: 1000,
    }),
  },
  { additionalProperties: false },
)
export type TeacherInFile = Static<typeof TeacherInFile>

/** The same, read: `min_price` is in US cents; `free` is the time still to book, in UTC. */
export type ImportedTeacher = Omit<TeacherInFile, 'free'> & { free: { start_time: string; end_time: string }[] }

/** A vocabulary set of an import file (docs/marketplace.md); each card is its front and its back. */
export const CardSetInFile = Type.Object(
  {
    key: Key,
    title: Line(120),
    front_language: Language,
    back_language: Language,
    language_level: Type.Enum([...LEVELS]),
    text_code: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 }),
    cards: Type.Array(Type.Tuple([Line(200), Line(200)]), { minItems: 1, maxItems: 500 }),
    copied_count: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  },
  { additionalProperties: false },
)
export type ImportedCardSet = Static<typeof CardSetInFile>
