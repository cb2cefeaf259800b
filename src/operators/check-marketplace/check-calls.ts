import { Value } from 'typebox/value'
import { Id } from '#contract/ids.ts'
import { MARKETPLACE_CALLS, type MarketplaceCall, type MarketplaceCallName } from '#contract/marketplace-calls.ts'
import { type ExampleSubject, MARKETPLACE_EXAMPLES } from '#contract/marketplace-examples.ts'
import { urls } from '#contract/urls.ts'
import { PRODUCT_CREATOR_ID } from '#quiz/constants.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { describeFailure, guardedFetch, readJson } from '#server/guarded-fetch.ts'
import { LOGIN_TIMEOUT_MS } from '#server/linked-marketplace/recent-logins.ts'
import { findUnusableValues, type ReplyError } from '#server/linked-marketplace/unusable-values.ts'
import { linkedMarketplace } from '#settings/linked-marketplace.ts'
import { type CallRequest, type CheckedCall, changedIds, errorsIn, valueAt } from './reply-checks.ts'

const TIMEOUT_MS = Number(linkedMarketplace.MARKETPLACE_TIMEOUT_MS.default)

/** How many times a call is repeated if it's the same for every language. */
const TRIES = 5

type Headers = Readonly<Record<string, string>>

export type MarketplaceCheck = {
  /** The base URL of the marketplace's API, without a trailing slash. */
  url: string
  /** Headers with the session of a test account. Without any, only public calls are fully checked. */
  session?: Headers
  /** Other headers for each call, such as the service's secret. */
  headers?: Headers
  onboardingPath: string
  /** Sends the two calls that change the test account's profile. */
  mayWrite: boolean
}

/** `status` is the first that isn't 200; `ms` is the longest duration. */
export type CallResult = { call: string; status: number | null; ms: number | null; errors: string[]; notes: string[] }

type CallError = ReplyError & { request: CallRequest }
type Example = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** The quiz stops waiting for their replies after LOGIN_TIMEOUT_MS. */
const WITH_LOGIN_TIMEOUT: readonly MarketplaceCallName[] = ['getLogin', 'getFoundation']

/** Sent only with --write. */
const WRITES: readonly MarketplaceCallName[] = ['postOnboarding', 'postProfile']

/** The requests that check a call: one per language, and the first one again, because its ids must not change. */
function requestsOf({ name, url }: MarketplaceCall, subject: ExampleSubject, onboardingPath: string): CallRequest[] {
  const [first, ...others] = LANGUAGES.map((language) => {
    const { params = {}, query, body } = MARKETPLACE_EXAMPLES[name](subject, language) as Example
    const address = name === 'postOnboarding' ? onboardingPath : url
    const path = address.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const search = query ? `?${new URLSearchParams(query)}` : ''
    return { path: `${path}${search}`, body, userId: params.id ?? params.creator_id, language }
  }) as [CallRequest, ...CallRequest[]]
  const { language: _, ...plain } = first
  if (WRITES.includes(name) || name === 'freeTrialEvent') return [plain]
  const same = JSON.stringify(plain)
  const depends = others.some(({ language: _own, ...other }) => JSON.stringify(other) !== same)
  return depends ? [first, ...others, first] : Array.from({ length: TRIES }, () => plain)
}

async function send(url: string, headers: Headers, method: string, request: CallRequest): Promise<CheckedCall> {
  const begun = performance.now()
  const elapsed = () => Math.round(performance.now() - begun)
  const { path, body } = request
  try {
    const response = await guardedFetch(TIMEOUT_MS)(`${url}${path}`, {
      method,
      headers: { accept: 'application/json', ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
      redirect: 'manual',
    })
    return { request, json: await readJson(response), ms: elapsed(), status: response.status }
  } catch (error) {
    return { request, json: undefined, ms: elapsed(), status: null, failure: describeFailure(error) }
  }
}

const MAX_LENGTH_SHOWN = 60

function shown(found: unknown): string {
  const text = JSON.stringify(found)
  return text.length > MAX_LENGTH_SHOWN ? `${text.slice(0, MAX_LENGTH_SHOWN)}… (${text.length} characters)` : text
}

/** One line per rule broken at a place, however many rows and replies break it. */
function summarize(errors: readonly CallError[]): string[] {
  const places = Map.groupBy(errors, ({ path, rule }) =>
    [...path.map((part) => part.replace(/^\d+$/, '#')), rule].join(),
  )
  return [...places.values()].map((same) => {
    const { path, rule, found } = same[0] as CallError
    const languages = new Set(same.flatMap(({ request }) => request.language ?? []))
    const details = [
      found === undefined ? '' : `found ${shown(found)}`,
      same.length > 1 ? `${same.length} times` : '',
      languages.size < LANGUAGES.length ? [...languages].join(', ') : '',
    ].filter(Boolean)
    return [path.join('.'), rule, details.length > 0 ? `(${details.join('; ')})` : ''].filter(Boolean).join(' ')
  })
}

/** Whether the quiz usually gives up on a call, and what isn't an error: slow replies, empty lists, other languages. */
export function remarks(
  { name }: MarketplaceCall,
  checked: readonly CheckedCall[],
): { errors: string[]; notes: string[] } {
  const times = checked.filter(({ failure }) => failure === undefined).map(({ ms }) => ms)
  const slow = times.filter((ms) => ms > LOGIN_TIMEOUT_MS)
  const pace = `${slow.length} of ${times.length} took longer than ${LOGIN_TIMEOUT_MS} ms (${times.join(', ')} ms)`
  const isTooSlow = WITH_LOGIN_TIMEOUT.includes(name) && 2 * slow.length > times.length
  const empty = checked.filter(({ json }) => (valueAt(json, ['data']) as unknown[] | undefined)?.length === 0)
  const without = new Set(empty.flatMap(({ request }) => request.language ?? []))
  const others = new Set(checked.flatMap(({ json }) => findUnusableValues(json).otherLanguages))
  return {
    errors: isTooSlow ? [`too slow: ${pace}; the quiz continues without it`] : [],
    notes: [
      ...(slow.length > 0 && !isTooSlow ? [`slow: ${pace}`] : []),
      ...(without.size > 0 ? [`nothing for ${[...without].join(', ')}`] : []),
      ...(others.size > 0 ? [`passed through because the quiz doesn't test them: ${[...others].join(', ')}`] : []),
    ],
  }
}

/** The id of the signed-in user in a reply. */
function userIdIn(reply: unknown): string | undefined {
  const id = valueAt(reply, ['data', 'user_id'])
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined
}

/** The creators of the card sets in a reply. */
function creatorsIn(reply: unknown): string[] {
  const sets = valueAt(reply, ['data'])
  const ids = (Array.isArray(sets) ? sets : []).map((set) => valueAt(set, ['creator_id']))
  return ids.filter((id) => Value.Check(Id, id)).map(String)
}

/** What later calls need from earlier replies: the user, if the session is signed in, and the creators of card sets. */
type Known = { userId: string | undefined; creators: readonly string[] }

function learn(known: Known, { name }: MarketplaceCall, reply: unknown): Known {
  if (name === 'getLogin') return { ...known, userId: userIdIn(reply) }
  return name === 'exploreCardSets' ? { ...known, creators: creatorsIn(reply) } : known
}

/** The login comes first, because other calls are about its user; the creators come after their sets. */
const FIRST: readonly MarketplaceCallName[] = ['getLogin', 'exploreCardSets']
const IN_ORDER = MARKETPLACE_CALLS.toSorted(
  ({ name: a }, { name: b }) => Number(FIRST.includes(b)) - Number(FIRST.includes(a)),
)

/** The requests about the product's creator, and about each creator of a card set. */
function allRequestsOf(call: MarketplaceCall, { url, onboardingPath }: MarketplaceCheck, known: Known): CallRequest[] {
  const { userId = '1', creators } = known
  const subject = { userId, creator: `${PRODUCT_CREATOR_ID}`, page: `${url}${urls.quiz}` }
  const others = call.name === 'getUserMini' ? [...new Set(creators)].filter((id) => id !== subject.creator) : []
  return [subject, ...others.map((creator) => ({ ...subject, creator }))].flatMap((of, index) =>
    requestsOf(call, of, onboardingPath).slice(0, index === 0 ? undefined : 1),
  )
}

function loginErrors({ session = {} }: MarketplaceCheck, { request, json }: CheckedCall): CallError[] {
  if (Object.keys(session).length === 0 || json === undefined || userIdIn(json) !== undefined) return []
  return [{ path: ['data', 'user_id'], rule: 'is missing: the session must belong to a signed-in user', request }]
}

/** Learners notice an expired session only if the marketplace reports it. */
async function signedOutErrors(
  { url, headers = {} }: MarketplaceCheck,
  { method }: MarketplaceCall,
  { request }: CheckedCall,
): Promise<CallError[]> {
  const { language: _, ...plain } = request
  const { status } = await send(url, headers, method, plain)
  if (status === null || status === 200 || status === 401) return []
  return [{ path: [], rule: 'signed out, the status must be one of 200, 401', found: status, request: plain }]
}

/** @returns the result, and the reply to the first request unless the call wasn't fully checked */
async function checkCall(
  check: MarketplaceCheck,
  call: MarketplaceCall,
  known: Known,
): Promise<{ result: CallResult; reply?: unknown }> {
  const { url, session = {}, headers = {}, onboardingPath, mayWrite } = check
  const { method, name, config } = call
  const isSignedIn = known.userId !== undefined
  const needsSession = config.access === 'signed in'
  const title = `${method} ${name === 'postOnboarding' ? onboardingPath : call.url}`
  const noted = (note: string, { status, ms }: Pick<CallResult, 'status' | 'ms'>) => ({
    result: { call: title, status, ms, errors: [], notes: [note] },
  })
  if (WRITES.includes(name) && !(mayWrite && isSignedIn))
    return noted('skipped: needs a session and --write', { status: null, ms: null })
  const checked: CheckedCall[] = []
  for (const request of allRequestsOf(call, check, known)) {
    const one = await send(url, { ...session, ...headers }, method, request)
    if (one.status === 401 && needsSession && !isSignedIn) return noted('signed out, as expected', one)
    if (one.status === 404 && name === 'getJsApi')
      return noted('missing: set WECHAT_APP_ID in the quiz, or go without WeChat', one)
    checked.push(one)
    if (one.failure !== undefined) break
  }
  const first = checked[0] as CheckedCall
  const broken = checked.flatMap((one) => {
    const changes = one !== first && one.request === first.request ? changedIds(first.json, one.json) : []
    return [...errorsIn(one, call), ...changes].map((error) => ({ ...error, request: one.request }))
  })
  if (name === 'getLogin') broken.push(...loginErrors(check, first))
  if (needsSession && isSignedIn && !WRITES.includes(name)) broken.push(...(await signedOutErrors(check, call, first)))
  const { errors, notes } = remarks(call, checked)
  const failed = checked.find(({ status }) => status !== 200)
  const result = {
    call: title,
    status: failed ? failed.status : 200,
    ms: Math.max(...checked.map(({ ms }) => ms)),
    errors: [...summarize(broken), ...errors],
    notes,
  }
  return { result, reply: first.json }
}

/** Makes each call of Specification §7 to a marketplace and checks the replies against the contract's schemas. */
export async function checkMarketplace(check: MarketplaceCheck): Promise<CallResult[]> {
  const results: CallResult[] = []
  let known: Known = { userId: undefined, creators: [] }
  for (const call of IN_ORDER) {
    const { result, reply } = await checkCall(check, call, known)
    results.push(result)
    known = learn(known, call, reply)
  }
  return results
}
