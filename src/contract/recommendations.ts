import { Type } from 'typebox'
import { TEACHER_PAGE_SIZE, WINDOW_DAYS } from '#quiz/constants.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Id, IdInAddress } from './ids.ts'
import { Closed, LanguageName, LevelName, Nullable } from './schemas.ts'
import { urls } from './urls.ts'

/** Seconds are required and the offset is always Z: these are instants, not local times. */
const Instant = Type.String({
  pattern: '^[12][0-9]{3}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?Z$',
  description: 'an instant in UTC, such as 2026-11-22T08:00:00Z',
})

export const TimeWindow = Closed({ start_time: Instant, end_time: Instant })
export type TimeWindow = Type.Static<typeof TimeWindow>

/** Teacher recommendation item (Specification §3). */
export const TeacherItem = Type.Object({
  user_info: Type.Object({
    user_id: Id,
    nickname: Type.String({ default: '' }),
    avatar_file_name: Type.String({ default: '' }),
    origin_country_id: Nullable(Type.String(), { default: null }),
    is_pro: Type.Boolean({ default: false }),
  }),
  teacher_info: Type.Object({
    recording_permission: Type.Boolean({ default: false }),
    about: Type.Optional(Type.String({ description: "the teacher's own words" })),
    levels: Type.Optional(Type.Array(LevelName, { description: 'the levels they like to teach' })),
    next_free: Type.Optional(
      Type.String({
        description:
          'the first requested instant in the daytime of the time zone when a lesson can start; else the first of all',
      }),
    ),
  }),
  course_info: Type.Object({
    min_price: Type.Integer({ description: 'the lowest price of a lesson, in US cents: 1250 is 12.50 USD' }),
  }),
})
export type TeacherItem = Type.Static<typeof TeacherItem>

/** How the list was chosen; copied into the click event (Specification §7). */
export const AlgoDetail = Closed({
  recipe_name: Type.String({ maxLength: 100 }),
  campaign_name: Type.String({ maxLength: 100 }),
})
export type AlgoDetail = Type.Static<typeof AlgoDetail>

/** All days in one window. A clock change can add an hour to it; one more hour allows for unusual time zones. */
export const MAX_WINDOW_HOURS = 24 * WINDOW_DAYS.length + 2

export const TeacherSearch = Closed({
  page_size: Type.Integer({ minimum: 1, maximum: TEACHER_PAGE_SIZE }),
  user_timezone: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$', description: 'an IANA time zone' }),
  teach_language: Closed({ language: LanguageName }),
  specify_time: Type.Array(TimeWindow, {
    minItems: 1,
    // A clock change splits a day into at most two.
    maxItems: 2 * WINDOW_DAYS.length,
    description: `days ${WINDOW_DAYS[0]} to ${WINDOW_DAYS.at(-1)} ahead, as one window or several; each at most ${MAX_WINDOW_HOURS} hours long`,
  }),
})
export type TeacherSearch = Type.Static<typeof TeacherSearch>

/** For lists without a known algorithm. */
const NO_ALGO: AlgoDetail = { recipe_name: '', campaign_name: '' }

const TeachersReply = Type.Object({
  data: Type.Array(TeacherItem),
  statistics: Type.Object({ algo_detail: AlgoDetail }, { default: { algo_detail: NO_ALGO } }),
})
export type TeachersReply = Type.Static<typeof TeachersReply>

export const postTeachers = {
  method: 'POST',
  url: urls.teacherSearch,
  config: { access: 'signed in', forwarded: {} },
  schema: {
    summary: 'Teachers of a language who have half an hour free in the windows; for signed-in learners',
    body: TeacherSearch,
    response: { 200: TeachersReply, ...errorReplies },
  },
} as const satisfies Endpoint

/**
 * A vocabulary set (Specification §3). `creator_id` and `user_id` are the same person; 9999 is the product itself. A
 * marketplace may omit the creator, since the browser calls `getUserMini` anyway (Specification §7).
 */
export const CardSet = Type.Object({
  card_set_id: Id,
  title: Type.String(),
  front_language: LanguageName,
  back_language: LanguageName,
  language_level: LevelName,
  text_code: Type.Array(Type.String(), { description: 'the topics of the set, such as food' }),
  card_count: Type.Integer(),
  creator_id: Id,
  user_id: Type.Optional(Id),
  nickname: Type.Optional(Nullable(Type.String())),
  avatar_file_name: Type.Optional(Nullable(Type.String())),
  copied_count: Type.Integer(),
})
export type CardSet = Type.Static<typeof CardSet>

export const UserMini = Type.Object({
  user_id: Id,
  nickname: Type.String({ default: '' }),
  avatar_file_name: Type.String({ default: '' }),
})
export type UserMini = Type.Static<typeof UserMini>

export const exploreCardSets = {
  method: 'GET',
  url: urls.cardSetsExplore,
  config: { access: 'everyone', forwarded: {} },
  schema: {
    summary: 'Vocabulary sets of a language pair and level, most copied first',
    querystring: Type.Object({
      front_language: LanguageName,
      back_language: LanguageName,
      language_level: LevelName,
      length: Type.String({ pattern: '^([1-9]|1[0-9]|20)$', description: '1 to 20' }),
    }),
    response: { 200: Type.Object({ data: Type.Array(CardSet) }), ...errorReplies },
  },
} as const satisfies Endpoint

export const getUserMini = {
  method: 'GET',
  url: urls.userMini(':creator_id'),
  config: {
    access: 'everyone',
    forwarded: {
      params: Closed({ creator_id: IdInAddress }),
      reply: Type.Object({ data: Type.Partial(UserMini) }),
    },
  },
  schema: {
    summary: 'The creator of a vocabulary set; 9999 is the product itself',
    params: Closed({ creator_id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
    response: { 200: Type.Object({ data: UserMini }), ...errorReplies },
  },
} as const satisfies Endpoint
