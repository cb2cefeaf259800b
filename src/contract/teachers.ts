import { Type } from 'typebox'
import { LANGUAGES } from '#quiz/languages.ts'
import { ErrorReply } from './errors.ts'
import { urls } from './urls.ts'

/** Seconds are needed, the offset is always Z: these are instants, not local times. */
const Instant = Type.String({
  pattern: '^[12][0-9]{3}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?Z$',
  description: 'an instant in UTC, such as 2026-11-22T08:00:00Z',
})

export const TimeWindow = Type.Object({ start_time: Instant, end_time: Instant }, { additionalProperties: false })
export type TimeWindow = Type.Static<typeof TimeWindow>

/** Teacher recommendation item (Specification §3). */
export const TeacherItem = Type.Object({
  user_info: Type.Object({
    user_id: Type.Integer(),
    nickname: Type.String(),
    avatar_file_name: Type.String(),
    origin_country_id: Type.Union([Type.String(), Type.Null()]),
    is_pro: Type.Boolean(),
  }),
  teacher_info: Type.Object({ recording_permission: Type.Boolean() }),
  course_info: Type.Object({
    min_price: Type.Integer({ description: 'the lowest price of a lesson, in US cents: 1250 is 12.50 USD' }),
  }),
})
export type TeacherItem = Type.Static<typeof TeacherItem>

/** How the list came about; goes into the click event as it is (Specification §7). */
export const AlgoDetail = Type.Object(
  { recipe_name: Type.String({ maxLength: 100 }), campaign_name: Type.String({ maxLength: 100 }) },
  { additionalProperties: false },
)
export type AlgoDetail = Type.Static<typeof AlgoDetail>

export const TeacherSearch = Type.Object(
  {
    page_size: Type.Integer({ minimum: 1, maximum: 20 }),
    user_timezone: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$', description: 'an IANA time zone' }),
    teach_language: Type.Object({ language: Type.Enum([...LANGUAGES]) }, { additionalProperties: false }),
    specify_time: Type.Array(TimeWindow, { minItems: 1, maxItems: 8, description: 'each at most 26 hours long' }),
  },
  { additionalProperties: false },
)
export type TeacherSearch = Type.Static<typeof TeacherSearch>

export const TeachersReply = Type.Object({
  data: Type.Array(TeacherItem),
  statistics: Type.Object({ algo_detail: AlgoDetail }),
})
export type TeachersReply = Type.Static<typeof TeachersReply>

export const postTeachers = {
  method: 'POST',
  url: urls.teacherSearch,
  schema: {
    summary: 'Teachers of a language with half an hour free in the windows; for learners who are signed in',
    body: TeacherSearch,
    response: { 200: TeachersReply, '4xx': ErrorReply, '5xx': ErrorReply },
  },
} as const
