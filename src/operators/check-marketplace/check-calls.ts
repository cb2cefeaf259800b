import { Value } from 'typebox/value'
import { Id } from '#contract/ids.ts'
import { MARKETPLACE_CALLS, type MarketplaceCall, type MarketplaceCallName } from '#contract/marketplace-calls.ts'
import { type ExampleSubject, MARKETPLACE_EXAMPLES } from '#contract/marketplace-examples.ts'
import { urls } from '#contract/urls.ts'
import { PRODUCT_CREATOR_ID } from '#quiz/constants.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { describeFailure, guardedFetch, readJson } from '#server/guarded-fetch.ts'
import { LOGIN_TIMEOUT_MS } from '#server/linked-marketplace/recent-logins.ts'
import { findUnusableValues, type ReplyError } from '#server/linked-marketplace/unusable-values.ts'
import { linkedMarketplace } from '#settings/linked-marketplace.ts'
import { type Answer, changedIds, errorsIn, valueAt } from './reply-checks.ts'

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

/** A request that the quiz sends; `language` if it makes a difference. */
type Asked = Answer['asked'] & { path: string; body: unknown; language?: Language }
type Answered = Answer & { asked: Asked }
type Broken = ReplyError & { asked: Asked }
type Example = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** The quiz stops waiting for their replies after LOGIN_TIMEOUT_MS. */
const HURRIED: readonly MarketplaceCallName[] = ['getLogin', 'getFoundation']

/** Sent only with --write. */
const WRITES: readonly MarketplaceCallName[] = ['postOnboarding', 'postProfile']

/** The requests that check a call: one per language, and the first one again, because its ids must not change. */
function requestsOf({ name, url }: MarketplaceCall, subject: ExampleSubject, onboardingPath: string): Asked[] {
  const [first, ...others] = LANGUAGES.map((language) => {
    const { params = {}, query, body } = MARKETPLACE_EXAMPLES[name](subject, language) as Example
    const address = name === 'postOnboarding' ? onboardingPath : url
    const path = address.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const search = query ? `?${new URLSearchParams(query)}` : ''
    return { path: `${path}${search}`, body, userId: params.id ?? params.creator_id, language }
  }) as [Asked, ...Asked[]]
  const { language: _, ...plain } = first
  if (WRITES.includes(name) || name === 'freeTrialEvent') return [plain]
  const same = JSON.stringify(plain)
  const depends = others.some(({ language: _own, ...other }) => JSON.stringify(other) !== same)
  return depends ? [first, ...others, first] : Array.from({ length: TRIES }, () => plain)
}

async function send(url: string, headers: Headers, method: string, asked: Asked): Promise<Answered> {
  const begun = performance.now()
  const elapsed = () => Math.round(performance.now() - begun)
  const { path, body } = asked
  try {
    const response = await guardedFetch(TIMEOUT_MS)(`${url}${path}`, {
      method,
      headers: { accept: 'application/json', ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
      redirect: 'manual',
    })
    return { asked, json: await readJson(response), ms: elapsed(), status: response.status }
  } catch (error) {
    return { asked, json: undefined, ms: elapsed(), status: null, failure: describeFailure(error) }
  }
}

const MAX_LENGTH_SHOWN = 60

function shown(found: unknown): string {
  const text = JSON.stringify(found)
  return text.length > MAX_LENGTH_SHOWN ? `${text.slice(0, MAX_LENGTH_SHOWN)}… (${text.length} characters)` : text
}

/** One line per rule broken at a place, however many rows and replies break it. */
function summarize(errors: readonly Broken[]): string[] {
  const places = Map.groupBy(errors, ({ path, rule }) =>
    [...path.map((part) => part.replace(/^\d+$/, '#')), rule].join(),
  )
  return [...places.values()].map((same) => {
    const { path, rule, found } = same[0] as Broken
    const languages = new Set(same.flatMap(({ asked }) => asked.language ?? []))
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
  answers: readonly Answered[],
): { errors: string[]; notes: string[] } {
  const times = answers.filter(({ failure }) => failure === undefined).map(({ ms }) => ms)
  const slow = times.filter((ms) => ms > LOGIN_TIMEOUT_MS)
  const pace = `${slow.length} of ${times.length} took longer than ${LOGIN_TIMEOUT_MS} ms (${times.join(', ')} ms)`
  const isTooSlow = HURRIED.includes(name) && 2 * slow.length > times.length
  const empty = answers.filter(({ json }) => (valueAt(json, ['data']) as unknown[] | undefined)?.length === 0)
  const without = new Set(empty.flatMap(({ asked }) => asked.language ?? []))
  const others = new Set(answers.flatMap(({ json }) => findUnusableValues(json).otherLanguages))
  return {
    errors: isTooSlow ? [`too slow: ${pace}; the quiz continues without it`] : [],
    notes: [
      ...(slow.length > 0 && !isTooSlow ? [`slow: ${pace}`] : []),
      ...(without.size > 0 ? [`nothing for ${[...without].join(', ')}`] : []),
      ...(others.size > 0 ? [`passed through because the quiz doesn't test them: ${[...others].join(', ')}`] : []),
    ],
  }
}

/** The creators of the card sets in a reply. */
function creatorsIn(reply: unknown): string[] {
  const sets = valueAt(reply, ['data'])
  const ids = (Array.isArray(sets) ? sets : []).map((set) => valueAt(set, ['creator_id']))
  return ids.filter((id) => Value.Check(Id, id)).map(String)
}

/** The login comes first, because other calls are about its user; the creators come after their sets. */
const FIRST: readonly MarketplaceCallName[] = ['getLogin', 'exploreCardSets']
const IN_ORDER = MARKETPLACE_CALLS.toSorted(
  ({ name: a }, { name: b }) => Number(FIRST.includes(b)) - Number(FIRST.includes(a)),
)

/** Makes each call of Specification §7 to a marketplace and checks the replies against the contract's schemas. */
export async function checkMarketplace(check: MarketplaceCheck): Promise<CallResult[]> {
  const { url, session = {}, headers = {}, onboardingPath, mayWrite } = check
  const subject = { userId: '1', creator: `${PRODUCT_CREATOR_ID}`, page: `${url}${urls.quiz}` }
  let isSignedIn = false
  let creators: string[] = []

  /** The checks that only some calls need, after their first answer. */
  async function checkFurther({ name, method, config }: MarketplaceCall, { asked, json }: Answered): Promise<Broken[]> {
    if (name === 'exploreCardSets') creators = creatorsIn(json)
    if (name === 'getLogin') {
      const userId = valueAt(json, ['data', 'user_id'])
      isSignedIn = typeof userId === 'number' || typeof userId === 'string'
      if (isSignedIn) subject.userId = String(userId)
      else if (Object.keys(session).length > 0 && json !== undefined)
        return [{ path: ['data', 'user_id'], rule: 'is missing: the session must belong to a signed-in user', asked }]
    }
    if (config.access !== 'signed in' || WRITES.includes(name) || !isSignedIn) return []
    // Learners notice an expired session only if the marketplace reports it.
    const { language: _, ...plain } = asked
    const { status } = await send(url, headers, method, plain)
    if (status === null || status === 200 || status === 401) return []
    return [{ path: [], rule: 'signed out, the status must be one of 200, 401', found: status, asked: plain }]
  }

  async function run(call: MarketplaceCall): Promise<CallResult> {
    const { method, name, config } = call
    const title = `${method} ${name === 'postOnboarding' ? onboardingPath : call.url}`
    const noted = (note: string, { status, ms }: Pick<CallResult, 'status' | 'ms'>): CallResult => ({
      ...{ call: title, status, ms, errors: [], notes: [note] },
    })
    if (WRITES.includes(name) && !(mayWrite && isSignedIn))
      return noted('skipped: needs a session and --write', { status: null, ms: null })
    const others = name === 'getUserMini' ? [...new Set(creators)].filter((id) => id !== subject.creator) : []
    const requests = [subject, ...others.map((creator) => ({ ...subject, creator }))].flatMap((of, index) =>
      requestsOf(call, of, onboardingPath).slice(0, index === 0 ? undefined : 1),
    )
    const answers: Answered[] = []
    for (const asked of requests) {
      const answered = await send(url, { ...session, ...headers }, method, asked)
      if (answered.status === 401 && config.access === 'signed in' && !isSignedIn)
        return noted('signed out, as expected', answered)
      if (answered.status === 404 && name === 'getJsApi')
        return noted('missing: set WECHAT_APP_ID in the quiz, or go without WeChat', answered)
      answers.push(answered)
      if (answered.failure !== undefined) break
    }
    const first = answers[0] as Answered
    const broken = answers.flatMap((answer) => {
      const changes = answer !== first && answer.asked === first.asked ? changedIds(first.json, answer.json) : []
      return [...errorsIn(answer, call), ...changes].map((error) => ({ ...error, asked: answer.asked }))
    })
    broken.push(...(await checkFurther(call, first)))
    const { errors, notes } = remarks(call, answers)
    const failed = answers.find(({ status }) => status !== 200)
    return {
      call: title,
      status: failed ? failed.status : 200,
      ms: Math.max(...answers.map(({ ms }) => ms)),
      errors: [...summarize(broken), ...errors],
      notes,
    }
  }

  const results: CallResult[] = []
  for (const call of IN_ORDER) results.push(await run(call))
  return results
}
