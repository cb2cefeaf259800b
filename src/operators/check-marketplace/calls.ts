import type { TSchema } from 'typebox'
import {
  freeTrialEvent,
  getFoundation,
  getLogin,
  getPurposes,
  getUser,
  postOnboarding,
  postProfile,
} from '#contract/profile.ts'
import { exploreCardSets, getUserMini, postTeachers } from '#contract/recommendations.ts'
import { teacherWindows } from '#contract/teacher-windows.ts'
import { getJsApi } from '#contract/wechat.ts'
import { PRODUCT_CREATOR_ID, TEACHER_PAGE_SIZE, VOCABULARY_SETS_SHOWN } from '#quiz/constants.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'

/** One request of the quiz. */
export type Asked = { path: string; body?: unknown; language?: Language }

/** A call of Specification §7 with the requests by which it is checked. */
export type CheckedCall = {
  method: 'GET' | 'POST'
  name: string
  response: TSchema
  requests: Asked[]
  needs?: 'sign-in' | 'write' | 'nothing if missing'
  /** The quiz goes on without the reply after this time. */
  isHurried?: true
  /** The id that the reply must have: that of whom the call asks about. */
  userId?: number | string
}

/** As often as a time or an id is looked at. */
const TRIES = 5

const okReply = (call: { schema: { response: { 200: TSchema } } }) => call.schema.response[200]

const again = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

/** One request for each language, and the first once more: its ids must stay. */
function inEveryLanguage(request: (language: Language) => Omit<Asked, 'language'>): Asked[] {
  const asked = LANGUAGES.map((language) => ({ ...request(language), language }))
  return [...asked, ...asked.slice(0, 1)]
}

export const loginCall: CheckedCall = {
  method: 'GET',
  name: getLogin.url,
  response: okReply(getLogin),
  requests: again(TRIES, { path: getLogin.url }),
  isHurried: true,
}

/** Who made a vocabulary set. */
export function creatorCall(userId: number | string): CheckedCall {
  const path = getUserMini.url.replace(':creator_id', `${userId}`)
  return { method: 'GET', name: path, response: okReply(getUserMini), requests: again(2, { path }), userId }
}

/** The quiz's other calls, about user `userId`; `url` is the marketplace's, for the pages to sign. */
export function callsAbout(userId: number | string, onboardingPath: string, url: string): CheckedCall[] {
  const specify_time = teacherWindows(Date.now())
  const search = (language: Language) => ({
    page_size: TEACHER_PAGE_SIZE,
    user_timezone: 'Europe/Berlin',
    teach_language: { language },
    specify_time,
  })
  const sets = (language: Language) =>
    `front_language=${language}&back_language=${language === 'english' ? 'spanish' : 'english'}&language_level=B1&length=${VOCABULARY_SETS_SHOWN}`
  const profile = { language: { language_s: ['english'], level_s: [3], is_learning_s: [true] } }
  const onboarding = { primary_learning_language: 'english', primary_learning_level: 3 }
  const userPath = getUser.url.replace(':id', `${userId}`)
  const get = { method: 'GET', needs: 'sign-in' } as const
  return [
    { ...get, name: freeTrialEvent.url, response: okReply(freeTrialEvent), requests: [{ path: freeTrialEvent.url }] },
    {
      ...get,
      name: getFoundation.url,
      response: okReply(getFoundation),
      requests: again(TRIES, { path: getFoundation.url }),
      isHurried: true,
    },
    {
      ...get,
      name: userPath,
      response: okReply(getUser),
      requests: again(2, { path: `${userPath}?has_detail=1&has_language=1` }),
      userId,
    },
    {
      method: 'POST',
      name: postTeachers.url,
      response: okReply(postTeachers),
      requests: inEveryLanguage((language) => ({ path: postTeachers.url, body: search(language) })),
      needs: 'sign-in',
    },
    {
      method: 'GET',
      name: getPurposes.url,
      response: okReply(getPurposes),
      requests: inEveryLanguage((language) => ({ path: `${getPurposes.url}?language=${language}` })),
    },
    {
      method: 'GET',
      name: exploreCardSets.url,
      response: okReply(exploreCardSets),
      requests: inEveryLanguage((language) => ({ path: `${exploreCardSets.url}?${sets(language)}` })),
    },
    creatorCall(PRODUCT_CREATOR_ID),
    {
      method: 'POST',
      name: onboardingPath,
      response: postOnboarding.config.forwarded.reply,
      requests: [{ path: onboardingPath, body: onboarding }],
      needs: 'write',
    },
    {
      method: 'POST',
      name: postProfile.url,
      response: postProfile.config.forwarded.reply,
      requests: [{ path: postProfile.url, body: profile }],
      needs: 'write',
    },
    {
      method: 'GET',
      name: getJsApi.url,
      response: okReply(getJsApi),
      requests: [{ path: `${getJsApi.url}?url=${encodeURIComponent(`${url}/languageassessment/quiz`)}` }],
      needs: 'nothing if missing',
    },
  ]
}
