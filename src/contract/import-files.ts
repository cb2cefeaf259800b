import { type Static, Type } from 'typebox'
import { LEVELS } from '#quiz/constants.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { IdInAddress } from './ids.ts'
import { Closed, LanguageName, LevelName, Nullable } from './schemas.ts'
import { INVISIBLE } from './typed-text.ts'

/** The file's own key, used as the id in links and events. */
const Key = IdInAddress
const Line = (maxLength: number) =>
  Type.String({
    maxLength,
    pattern: `^(?!.*[${INVISIBLE}])\\S(.*\\S)?$`,
    description: `one line of 1 to ${maxLength} visible characters, without surrounding spaces`,
  })
const Instant = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\dZ$',
  description: 'an instant in UTC such as 2027-01-11T08:00Z',
})

/** The part of a teacher's card that their account doesn't hold; stored as is. */
export const TeacherCard = Type.Object({
  recording_permission: Type.Boolean(),
  min_price: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  // May have several lines.
  about: Type.String({
    maxLength: 1000,
    pattern: `^(?:[\\n\\r\\t]|[^${INVISIBLE}])*$`,
    description: 'text of at most 1000 visible characters',
  }),
  booking_url: Type.Optional(
    Type.String({ maxLength: 1000, pattern: `^https://[^\\s"<>${INVISIBLE}]+$`, description: 'an https address' }),
  ),
  levels: Type.Optional(Type.Array(LevelName, { maxItems: LEVELS.length, uniqueItems: true })),
})
export type TeacherCard = Static<typeof TeacherCard>

const TeacherInFile = Closed({
  key: Key,
  nickname: Line(60),
  avatar_file_name: Type.String({
    maxLength: 300,
    pattern: `^[^\\s${INVISIBLE}]*$`,
    description: 'a file name or an https address, or empty',
  }),
  country_id: Nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'two capital letters' })),
  languages: Type.Array(LanguageName, { minItems: 1, maxItems: LANGUAGES.length, uniqueItems: true }),
  is_pro: Type.Boolean(),
  ...TeacherCard.properties,
  free: Type.Array(Closed({ start_time: Instant, end_time: Instant }), {
    maxItems: 1000,
  }),
})
/** A teacher in an import file. `min_price` is in US cents; `free`: bookable times. */
export type ImportedTeacher = Static<typeof TeacherInFile>

const CardSetInFile = Closed({
  key: Key,
  title: Line(120),
  front_language: LanguageName,
  back_language: LanguageName,
  language_level: LevelName,
  text_code: Type.Array(Line(60), { maxItems: 20 }),
  cards: Type.Array(Type.Tuple([Line(200), Line(200)]), { minItems: 1, maxItems: 500 }),
  copied_count: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
})
/** A vocabulary set in an import file; each card has a front and a back. */
export type ImportedCardSet = Static<typeof CardSetInFile>

/** The input of `npm run import` (docs/marketplace.md). */
export const ImportFile = Closed({
  teachers: Type.Optional(Type.Array(TeacherInFile, { maxItems: 10_000 })),
  vocabulary: Type.Optional(Type.Array(CardSetInFile, { maxItems: 10_000 })),
})
export type ImportFile = Static<typeof ImportFile>
