import type { TSchema } from 'typebox'
import {
  freeTrialEvent,
  getFoundation,
  getLogin,
  getPurposes,
  getUser,
  postProfile,
  WrittenElsewhere,
} from '#contract/profile.ts'
import { exploreCardSets, getUserMini, postTeachers } from '#contract/recommendations.ts'
import { getJsApi } from '#contract/wechat.ts'
import { PRODUCT_CREATOR_ID } from '#quiz/marketplace.ts'
import { guardedFetch } from '#server/guarded-fetch.ts'
import { checkReply } from '#server/marketplace/client.ts'

const TIMEOUT_MS = 5000

export type MarketplaceCheck = {
  /** The base URL of the marketplace's API, without a trailing slash. */
  url: string
  /** The session of a test account, as `name=value`; without it only public calls are checked closely. */
  cookie?: string | undefined
  onboardingPath: string
  /** Sends the two calls that change the test account's profile. */
  mayWrite: boolean
}

export type CallResult = { call: string; status: number | null; ms: number | null; problems: string[]; note: string }

type Asked = {
  method: 'GET' | 'POST'
  path: string
  response: TSchema
  body?: unknown
  needs?: 'sign-in' | 'write' | 'nothing if missing'
}

function teacherWindows(now: Date): { start_time: string; end_time: string }[] {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const day = (days: number) => new Date(midnight + days * 24 * 3600_000).toISOString()
  return [1, 2, 3, 4].map((days) => ({ start_time: day(days), end_time: day(days + 1) }))
}

/** The quiz's calls (Specification §7), about user `userId` and the sets of `creatorId`. */
function callsAbout(check: MarketplaceCheck, userId: number | string): Asked[] {
  const sets = 'front_language=english&back_language=spanish&language_level=B1&length=2'
  const search = {
    page_size: 20,
    user_timezone: 'Europe/Berlin',
    teach_language: { language: 'english' },
    specify_time: teacherWindows(new Date()),
  }
  const profile = { language: { language_s: ['english'], level_s: [3], is_learning_s: [true] } }
  const onboarding = { primary_learning_language: 'english', primary_learning_level: 3 }
  const ok = (call: { schema: { response: { 200: TSchema } } }) => call.schema.response[200]
  return [
    { method: 'GET', path: freeTrialEvent.url, response: ok(freeTrialEvent), needs: 'sign-in' },
    { method: 'GET', path: getFoundation.url, response: ok(getFoundation), needs: 'sign-in' },
    {
      method: 'GET',
      path: `${getUser.url.replace(':id', `${userId}`)}?has_detail=1&has_language=1`,
      response: ok(getUser),
      needs: 'sign-in',
    },
    { method: 'POST', path: postTeachers.url, response: ok(postTeachers), body: search, needs: 'sign-in' },
    { method: 'GET', path: `${getPurposes.url}?language=english`, response: ok(getPurposes) },
    { method: 'GET', path: `${exploreCardSets.url}?${sets}`, response: ok(exploreCardSets) },
    {
      method: 'GET',
      path: getUserMini.url.replace(':creator_id', `${PRODUCT_CREATOR_ID}`),
      response: ok(getUserMini),
    },
    { method: 'POST', path: check.onboardingPath, response: WrittenElsewhere, body: onboarding, needs: 'write' },
    { method: 'POST', path: postProfile.url, response: WrittenElsewhere, body: profile, needs: 'write' },
    {
      method: 'GET',
      path: `${getJsApi.url}?url=${encodeURIComponent(`${check.url}/languageassessment/quiz`)}`,
      response: ok(getJsApi),
      needs: 'nothing if missing',
    },
  ]
}

function judge({ response, needs }: Asked, status: number, json: unknown, isSignedIn: boolean) {
  if (status === 401 && needs === 'sign-in' && !isSignedIn) return { problems: [], note: 'signed out, as it should be' }
  if (status === 404 && needs === 'nothing if missing')
    return { problems: [], note: 'missing: set WECHAT_APP_ID at the quiz, or do without WeChat' }
  if (status !== 200) return { problems: [`the status must be 200`], note: '' }
  if (json === undefined) return { problems: ['the reply must be JSON'], note: '' }
  const { problems, leftOut } = checkReply(response, json)
  return { problems: [...problems, ...leftOut], note: '' }
}

async function ask(check: MarketplaceCheck, asked: Asked, isSignedIn: boolean): Promise<[CallResult, unknown]> {
  const call = `${asked.method} ${asked.path.replace(/\?.*/, '')}`
  if (asked.needs === 'write' && !(check.mayWrite && isSignedIn))
    return [{ call, status: null, ms: null, problems: [], note: 'left out: needs --cookie and --write' }, undefined]
  const begun = performance.now()
  const elapsed = () => Math.round(performance.now() - begun)
  try {
    const response = await guardedFetch(TIMEOUT_MS)(`${check.url}${asked.path}`, {
      method: asked.method,
      headers: {
        accept: 'application/json',
        ...(check.cookie ? { cookie: check.cookie } : {}),
        ...(asked.body ? { 'content-type': 'application/json' } : {}),
      },
      body: asked.body ? JSON.stringify(asked.body) : undefined,
      redirect: 'manual',
    })
    const json: unknown = await response.json().catch(() => undefined)
    const { status } = response
    return [{ call, status, ms: elapsed(), ...judge(asked, status, json, isSignedIn) }, json]
  } catch (error) {
    return [{ call, status: null, ms: elapsed(), problems: [`no answer: ${(error as Error).message}`], note: '' }, null]
  }
}

/** Makes each call of Specification §7 to a marketplace and checks the replies against the contract's schemas. */
export async function checkMarketplace(check: MarketplaceCheck): Promise<CallResult[]> {
  const login: Asked = { method: 'GET', path: getLogin.url, response: getLogin.schema.response[200] }
  const [first, reply] = await ask(check, login, false)
  const userId = (reply as { data?: { user_id?: unknown } } | null | undefined)?.data?.user_id
  const isSignedIn = typeof userId === 'number' || typeof userId === 'string'
  if (check.cookie && first.problems.length === 0 && !isSignedIn)
    first.problems.push('data.user_id is missing: the cookie must belong to somebody signed in')
  const results = [first]
  for (const asked of callsAbout(check, isSignedIn ? userId : 1)) {
    const [result] = await ask(check, asked, isSignedIn)
    results.push(result)
  }
  return results
}
