import { Value } from 'typebox/value'
import { Id } from '#contract/ids.ts'
import { MARKETPLACE_CALLS, type MarketplaceCall, type MarketplaceCallName } from '#contract/marketplace-calls.ts'
import { urls } from '#contract/urls.ts'
import { PRODUCT_CREATOR_ID } from '#quiz/constants.ts'
import { type ProfileCardAction, profileCardAction } from '#quiz/profile.ts'
import { guardedFetch, readJson } from '#server/guarded-fetch.ts'
import { MAX_LEVELS, MAX_VALUES } from '#server/json-bounds.ts'
import { LOGIN_TIMEOUT_MS } from '#server/linked-marketplace/recent-logins.ts'
import { checkReply } from '#server/linked-marketplace/reply.ts'
import { findUnusableValues, type ReplyError } from '#server/linked-marketplace/unusable-values.ts'
import { changedIds, repeatedIds, slowness, valueAt } from './reply-checks.ts'
import { type Asked, callOf, pathOf, requestsOf } from './requests.ts'

/** The default of MARKETPLACE_TIMEOUT_MS. */
const TIMEOUT_MS = 5000

export type MarketplaceCheck = {
  /** The base URL of the marketplace's API, without a trailing slash. */
  url: string
  /** Headers with the session of a test account. Without any, only public calls are fully checked. */
  session?: Readonly<Record<string, string>>
  /** Other headers for each call, such as the service's secret. */
  headers?: Readonly<Record<string, string>>
  onboardingPath: string
  /** Sends the two calls that change the test account's profile. */
  mayWrite: boolean
}

/** A call with the requests that check it. `userId`: the user that the call is about, who is also in the reply. */
type CheckedCall = { call: MarketplaceCall; path: string; requests: Asked[]; userId?: string }

/** The quiz stops waiting for their replies after LOGIN_TIMEOUT_MS. */
const HURRIED: readonly MarketplaceCallName[] = ['getLogin', 'getFoundation']

/** Sent only with --write. */
const WRITES: readonly MarketplaceCallName[] = ['postOnboarding', 'postProfile']

/** `status` is the first that isn't 200; `ms` is the longest duration. */
export type CallResult = { call: string; status: number | null; ms: number | null; errors: string[]; notes: string[] }

type Answered = { asked: Asked; ms: number; status: number | null; json: unknown; failure?: string }

async function ask(
  { url, session, headers }: MarketplaceCheck,
  method: 'GET' | 'POST',
  asked: Asked,
): Promise<Answered> {
  const begun = performance.now()
  const elapsed = () => Math.round(performance.now() - begun)
  try {
    const response = await guardedFetch(TIMEOUT_MS)(`${url}${asked.path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...session,
        ...headers,
        ...(asked.body ? { 'content-type': 'application/json' } : {}),
      },
      body: asked.body ? JSON.stringify(asked.body) : undefined,
      redirect: 'manual',
    })
    const json = await readJson(response)
    return { asked, ms: elapsed(), status: response.status, json }
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } }
    const failure = [message, cause?.code].filter(Boolean).join(' ')
    return { asked, ms: elapsed(), status: null, json: undefined, failure }
  }
}

function errorsOf({ call, userId }: CheckedCall, { status, json, failure }: Answered): ReplyError[] {
  if (failure !== undefined) return [{ path: [], rule: `no answer: ${failure}` }]
  if (status === 429) return [{ path: [], rule: 'rate limited; raise the limit for this check' }]
  if (status !== 200) return [{ path: [], rule: 'the status must be 200', found: status }]
  if (json === undefined)
    return [{ path: [], rule: `the reply must be JSON of at most ${MAX_LEVELS} levels and ${MAX_VALUES} values` }]
  const { errors: ofSchema, dropped } = checkReply(call.schema.response[200], json)
  const broken = [...ofSchema, ...dropped].map((error) => ({ ...error, found: valueAt(json, error.path) }))
  const errors: ReplyError[] = [...broken, ...findUnusableValues(json).errors, ...repeatedIds(json)]
  const answeredId = valueAt(json, ['data', 'user_id'])
  if (userId !== undefined && broken.length === 0 && String(answeredId) !== userId)
    errors.push({
      path: ['data', 'user_id'],
      rule: `must be the requested user, ${userId}`,
      found: answeredId,
    })
  return errors
}

const MAX_LENGTH_SHOWN = 60

function shown(found: unknown): string {
  const text = JSON.stringify(found)
  return text.length > MAX_LENGTH_SHOWN ? `${text.slice(0, MAX_LENGTH_SHOWN)}… (${text.length} characters)` : text
}

/** One line per rule broken at a place, however many rows and replies break it. */
function summarize(broken: { answered: Answered; errors: ReplyError[] }[], asked: readonly Asked[]): string[] {
  const all = broken.flatMap(({ answered, errors }) => errors.map((error) => ({ ...error, of: answered.asked })))
  const kinds = Map.groupBy(all, ({ path, rule }) =>
    [...path.map((part) => part.replace(/^\d+$/, '#')), rule].join(' '),
  )
  const languages = new Set(asked.flatMap(({ language }) => language ?? []))
  return [...kinds.values()].map((same) => {
    const [first] = same as [(typeof same)[number]]
    const named = new Set(same.flatMap(({ of }) => of.language ?? []))
    const details = [
      first.found === undefined ? '' : `found ${shown(first.found)}`,
      same.length > 1 ? `${same.length} times` : '',
      named.size < languages.size ? [...named].join(', ') : '',
    ].filter(Boolean)
    const place = [first.path.join('.'), first.rule].filter(Boolean).join(' ')
    return details.length > 0 ? `${place} (${details.join('; ')})` : place
  })
}

/** What the quiz does with a result, given the profile rule for an account without languages. */
const STATUS_MEANINGS: Readonly<Record<ProfileCardAction, string>> = {
  onboard: 'the quiz sends each result as the onboarding, without asking',
  none: 'the quiz leaves the profile alone',
  update: 'the quiz offers to put a result into the profile',
  card: 'the quiz offers to put a result into the profile',
}

function statusNotes(reply: unknown): string[] {
  const status = valueAt(reply, ['data', 'user', 'register_status'])
  if (status === undefined) return []
  const account = { isPro: false, isTutor: false, languageList: null, language: 'english', level: 'A1' } as const
  const action = profileCardAction({ ...account, registerStatus: Number(status) })
  return [`register_status is ${status}: ${STATUS_MEANINGS[action]}`]
}

/** Slow replies, empty lists, and languages that only the marketplace has. */
function remarks({ name }: MarketplaceCall, answers: readonly Answered[]): { errors: string[]; notes: string[] } {
  const slow = slowness(
    answers.filter(({ failure }) => failure === undefined).map(({ ms }) => ms),
    LOGIN_TIMEOUT_MS,
  )
  const isTooSlow = slow?.isUsual && HURRIED.includes(name)
  const notes = slow && !isTooSlow ? [`slow: ${slow.summary}`] : []
  const empty = answers.filter(({ json }) => (valueAt(json, ['data']) as unknown[] | undefined)?.length === 0)
  const without = [...new Set(empty.flatMap(({ asked }) => asked.language ?? []))]
  notes.push(...statusNotes(answers[0]?.json))
  if (without.length > 0) notes.push(`nothing for ${without.join(', ')}`)
  const others = [...new Set(answers.flatMap(({ json }) => findUnusableValues(json).otherLanguages))]
  if (others.length > 0) notes.push(`passed through because the quiz doesn't test them: ${others.join(', ')}`)
  return { errors: isTooSlow ? [`too slow: ${slow.summary}; the quiz continues without it`] : [], notes }
}

/** An expired session: learners only find out if the marketplace reports it. */
async function checkSignedOut(check: MarketplaceCheck, { call: { method }, requests: [asked] }: CheckedCall) {
  const { language: _, ...plain } = asked as Asked
  const answered = await ask({ ...check, session: {} }, method, plain)
  const { status, failure } = answered
  if (failure !== undefined || status === 401 || status === 200) return { answered, errors: [] }
  const error = { path: [], rule: 'signed out, the status must be one of 200, 401', found: status }
  return { answered, errors: [error] }
}

async function checkCall(
  check: MarketplaceCheck,
  checked: CheckedCall,
  isSignedIn: boolean,
): Promise<{ result: CallResult; json: unknown }> {
  const { call, requests } = checked
  const name = `${call.method} ${checked.path}`
  const needsSignIn = call.config.access === 'signed in'
  const plain = (status: number | null, ms: number | null, note: string) => ({
    result: { call: name, status, ms, errors: [], notes: [note] },
    json: undefined,
  })
  if (WRITES.includes(call.name) && !(check.mayWrite && isSignedIn))
    return plain(null, null, 'skipped: needs a session and --write')
  const answers: Answered[] = []
  for (const asked of requests) {
    const answered = await ask(check, call.method, asked)
    answers.push(answered)
    const { status, ms, failure } = answered
    if (status === 401 && needsSignIn && !isSignedIn) return plain(status, ms, 'signed out, as expected')
    if (status === 404 && call.name === 'getJsApi')
      return plain(status, ms, 'missing: set WECHAT_APP_ID in the quiz, or go without WeChat')
    if (failure !== undefined) break
  }
  const broken = answers.map((answered) => ({ answered, errors: errorsOf(checked, answered) }))
  if (needsSignIn && !WRITES.includes(call.name) && isSignedIn) broken.push(await checkSignedOut(check, checked))
  const [first, last] = [answers[0], answers.at(-1)]
  if (first && last && first !== last && last.asked.path === first.asked.path)
    broken.push({ answered: last, errors: changedIds(first.json, last.json) })
  const { errors, notes } = remarks(call, answers)
  const status = answers.find((answered) => answered.status !== 200)?.status
  const result = {
    call: name,
    status: status === undefined ? 200 : status,
    ms: Math.max(...answers.map(({ ms }) => ms)),
    errors: [...summarize(broken, requests), ...errors],
    notes,
  }
  return { result, json: first?.json }
}

/** The creators of the sets in a reply, except the product itself, which is checked anyway. */
function creatorsOf(reply: unknown): string[] {
  const sets = valueAt(reply, ['data'])
  const ids = (Array.isArray(sets) ? sets : []).map((set) => valueAt(set, ['creator_id']))
  return [...new Set(ids.filter((id) => Value.Check(Id, id)).map(String))].filter(
    (id) => id !== `${PRODUCT_CREATOR_ID}`,
  )
}

/** Makes each call of Specification §7 to a marketplace and checks the replies against the contract's schemas. */
export async function checkMarketplace(check: MarketplaceCheck): Promise<CallResult[]> {
  const subject = { userId: '1', creator: `${PRODUCT_CREATOR_ID}`, page: `${check.url}${urls.quiz}` }
  const checked = (call: MarketplaceCall, of = subject): CheckedCall => {
    const path = call.name === 'postOnboarding' ? check.onboardingPath : call.url
    const requests = requestsOf(call, path, of)
    const userId = { getUser: of.userId, getUserMini: of.creator }[call.name as string]
    return {
      call,
      path: pathOf({ id: of.userId, creator_id: of.creator }, path),
      requests,
      ...(userId ? { userId } : {}),
    }
  }
  const { result: login, json } = await checkCall(check, checked(callOf('getLogin')), false)
  const userId = valueAt(json, ['data', 'user_id'])
  const isSignedIn = typeof userId === 'number' || typeof userId === 'string'
  if (isSignedIn) subject.userId = String(userId)
  if (Object.keys(check.session ?? {}).length > 0 && login.errors.length === 0 && !isSignedIn)
    login.errors.push('data.user_id is missing: the session must belong to a signed-in user')
  const results = [login]
  let creators: string[] = []
  for (const call of MARKETPLACE_CALLS.filter(({ name }) => name !== 'getLogin')) {
    const { result, json: reply } = await checkCall(check, checked(call), isSignedIn)
    results.push(result)
    if (call.name === 'exploreCardSets') creators = creatorsOf(reply)
  }
  for (const creator of creators)
    results.push((await checkCall(check, checked(callOf('getUserMini'), { ...subject, creator }), isSignedIn)).result)
  return results
}
