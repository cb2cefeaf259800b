import { Type } from 'typebox'
import { MAX_OTHER_PURPOSE_LENGTH, NATIVE_LEVEL } from '#quiz/constants.ts'
import { PURPOSE_ROLES, PURPOSES } from '#quiz/profile.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Id, IdInAddress } from './ids.ts'
import { Closed, LanguageName, Nullable } from './schemas.ts'
import { MAX_GRAPHEME_LENGTH } from './typed-text.ts'
import { urls } from './urls.ts'

const Level = Type.Integer({
  minimum: 1,
  maximum: NATIVE_LEVEL,
  description: `1 to 6 are A1 to C2, ${NATIVE_LEVEL} is native`,
})

/** GET /v2/login, for everyone: the country if known, the user if signed in (Specification §7). */
export const Login = Type.Object({
  country_id: Nullable(Type.String(), { default: null }),
  user_id: Type.Optional(Id),
  nickname: Type.Optional(Type.String()),
  avatar_file_name: Type.Optional(Type.String()),
})
export type Login = Type.Static<typeof Login>

const KnownLanguage = Type.Object({
  language: Type.String(),
  level: Level,
  is_learning: Type.Boolean({ default: false }),
})
export type KnownLanguage = Type.Static<typeof KnownLanguage>

export const LearningPurpose = Closed({
  language: LanguageName,
  role: Type.Enum([...PURPOSE_ROLES]),
  purpose: Type.Enum([...PURPOSES]),
  sub_purpose: Type.String({
    maxLength: MAX_GRAPHEME_LENGTH * MAX_OTHER_PURPOSE_LENGTH,
    description: "the name of the tag, or the free text of other_purpose; '' without either",
  }),
})
export type LearningPurpose = Type.Static<typeof LearningPurpose>

const StoredPurpose = Type.Object({
  language: Type.String(),
  role: Type.Enum([...PURPOSE_ROLES]),
  purpose: Type.Enum([...PURPOSES]),
  sub_purpose: Type.String(),
})

/** User foundation (Specification §3). */
export const Foundation = Type.Object({
  user: Type.Object({
    is_pro: Type.Boolean({ default: false }),
    is_tutor: Type.Boolean({ default: false }),
    register_status: Type.Integer({
      description:
        'below 4: each result is sent as the onboarding; 4: the profile is left alone; above 4: the result offers to update the profile',
    }),
    learning_language: Nullable(Type.String(), { default: null }),
  }),
  language_list: Type.Array(KnownLanguage),
  purpose_list: Type.Array(StoredPurpose),
})
export type Foundation = Type.Static<typeof Foundation>

/** "Use" writes the whole list back, so a marketplace's entries for other languages pass through unchanged. */
const LevelElsewhere = Type.Unsafe<number>(
  Type.Union([Type.Integer(), Type.String({ maxLength: 40 }), Type.Null()], { default: null }),
)
const IsLearningElsewhere = Type.Unsafe<boolean>(
  Type.Union([Type.Boolean(), Type.Integer(), Type.Null()], { default: null }),
)

/** A marketplace teaches more languages than the quiz tests, for more purposes. */
const PurposeElsewhere = Type.Object({
  language: Type.String(),
  role: Type.String({ default: '' }),
  purpose: Type.String({ default: '' }),
  sub_purpose: Type.String({ default: '' }),
})

/** The foundation as a marketplace may return it: accounts may have no language list (Specification §4). */
const FoundationReply = Type.Object({
  user: Foundation.properties.user,
  language_list: Type.Optional(
    Nullable(
      Type.Array(Type.Object({ language: Type.String(), level: LevelElsewhere, is_learning: IsLearningElsewhere })),
    ),
  ),
  purpose_list: Type.Optional(Nullable(Type.Array(PurposeElsewhere))),
})

export const PurposeOption = Type.Object({
  name: Type.Enum([...PURPOSES]),
  text_code: Type.String(),
  tags: Type.Optional(Type.Array(Type.Object({ name: Type.String(), text_code: Type.String() }))),
})
export type PurposeOption = Type.Static<typeof PurposeOption>

export const PurposeOptions = Type.Object({
  adult_purpose: Type.Array(PurposeOption),
  kids_purpose: Type.Array(PurposeOption),
})
export type PurposeOptions = Type.Static<typeof PurposeOptions>

export const getLogin = {
  method: 'GET',
  url: urls.login,
  config: { access: 'everyone', forwarded: {} },
  schema: {
    summary: 'The current user and country',
    response: { 200: Type.Object({ data: Login }), ...errorReplies },
  },
} as const satisfies Endpoint

export const freeTrialEvent = {
  method: 'GET',
  url: urls.freeTrialEvent,
  config: { access: 'signed in', writes: true, forwarded: {} },
  schema: {
    summary: 'Fired once after login; idempotent, same-site only',
    response: { 200: Type.Object({ data: Type.Object({}) }), ...errorReplies },
  },
} as const satisfies Endpoint

export const getFoundation = {
  method: 'GET',
  url: urls.foundation,
  config: { access: 'signed in', forwarded: {} },
  schema: {
    summary: 'The profile of the signed-in user; this service itself always returns both lists',
    response: { 200: Type.Object({ data: FoundationReply }), ...errorReplies },
  },
} as const satisfies Endpoint

/** Specification §7: either the language arrays, all of the same length, or the purposes. */
export const ProfileUpdate = Closed(
  {
    language: Type.Optional(
      Closed({
        language_s: Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{1,34}$' }), {
          minItems: 1,
          maxItems: 40,
          uniqueItems: true,
        }),
        level_s: Type.Array(Level, { minItems: 1, maxItems: 40 }),
        is_learning_s: Type.Array(Type.Boolean(), { minItems: 1, maxItems: 40 }),
      }),
    ),
    purpose_list: Type.Optional(Type.Array(LearningPurpose, { minItems: 1, maxItems: 16 })),
  },
  { minProperties: 1, maxProperties: 1 },
)
export type ProfileUpdate = Type.Static<typeof ProfileUpdate>

/** The marketplace's version, since its language list is returned to it unchanged. */
const ProfileUpdateElsewhere = Closed(
  {
    language: Type.Optional(
      Closed({
        language_s: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 200 }),
        level_s: Type.Array(LevelElsewhere, { minItems: 1, maxItems: 200 }),
        is_learning_s: Type.Array(IsLearningElsewhere, { minItems: 1, maxItems: 200 }),
      }),
    ),
    purpose_list: ProfileUpdate.properties.purpose_list,
  },
  { minProperties: 1, maxProperties: 1 },
)

/**
 * A marketplace's reply to POST profile and onboarding. Any JSON object confirms the write, since the quiz doesn't use
 * it (Specification §7).
 */
const WrittenElsewhere = Type.Object({})

export const postProfile = {
  method: 'POST',
  url: urls.profile,
  config: { access: 'signed in', forwarded: { body: ProfileUpdateElsewhere, reply: WrittenElsewhere } },
  schema: {
    summary: 'Replace the language list, or set purposes',
    body: ProfileUpdate,
    response: { 200: Type.Object({ data: Foundation }), ...errorReplies },
  },
} as const satisfies Endpoint

export const postOnboarding = {
  method: 'POST',
  url: urls.onboarding,
  config: { access: 'signed in', forwarded: { reply: WrittenElsewhere } },
  schema: {
    summary: 'Onboarding: the first learning language and its level',
    body: Closed({
      primary_learning_language: LanguageName,
      primary_learning_level: Level,
    }),
    response: { 200: Type.Object({ data: Foundation }), ...errorReplies },
  },
} as const satisfies Endpoint

const UserReply = Type.Object({
  user_id: Id,
  nickname: Type.String({ default: '' }),
  avatar_file_name: Type.String({ default: '' }),
  is_pro: Type.Boolean({ default: false }),
  language_list: FoundationReply.properties.language_list,
  purpose_list: FoundationReply.properties.purpose_list,
})

export const getUser = {
  method: 'GET',
  url: urls.user(':id'),
  config: {
    access: 'signed in',
    forwarded: {
      params: Closed({ id: IdInAddress }),
      // The quiz reads only the purposes (Specification §7).
      reply: Type.Object({ data: Type.Partial(UserReply) }),
    },
  },
  schema: {
    summary: "A user; only the caller's own has the lists, and this service itself never sends those as null",
    params: Closed({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
    querystring: Type.Object({
      has_detail: Type.Optional(Type.String({ maxLength: 8 })),
      has_language: Type.Optional(Type.String({ maxLength: 8 })),
    }),
    response: {
      200: Type.Object({
        data: UserReply,
      }),
      ...errorReplies,
    },
  },
} as const satisfies Endpoint

export const getPurposes = {
  method: 'GET',
  url: urls.purposes,
  config: { access: 'everyone', forwarded: {} },
  schema: {
    summary: 'The available purposes, for adults and for children',
    querystring: Type.Object({ language: LanguageName }),
    response: { 200: Type.Object({ data: PurposeOptions }), ...errorReplies },
  },
} as const satisfies Endpoint
