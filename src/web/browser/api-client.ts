import type { Static, TSchema } from 'typebox'
import type * as endpoints from '#contract/attempts.ts'
import type { ErrorCode, ErrorReply } from '#contract/errors.ts'
import type { freeTrialEvent } from '#contract/profile.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'

/**
 * The parts of an endpoint's type that a call needs. The web imports endpoints as types only, so no schema reaches the
 * browser.
 */
type Endpoint = {
  method: string
  url: string
  schema: {
    body?: TSchema
    querystring?: TSchema
    response: { 200?: TSchema; 201?: TSchema; 202?: TSchema; 204?: TSchema }
  }
}

type Schema = Endpoint['schema']
type SuccessOf<E extends Endpoint> = Extract<
  E['schema']['response'][keyof E['schema']['response'] & keyof Schema['response']],
  TSchema
>
/** The whole reply; unknown for a 204. */
export type ReplyOf<E extends Endpoint> = Static<SuccessOf<E>> extends infer Reply extends object ? Reply : unknown

type RequestOf<E extends Endpoint> = (E['schema'] extends { body: infer Body extends TSchema }
  ? { body: Static<Body> }
  : object) &
  (E['schema'] extends { querystring: infer Query extends TSchema } ? { query: Static<Query> } : { query?: string })

/**
 * The members of a reply, or why there is none. `retry`: the same request may succeed later. `status` and `code` are
 * null if no reply arrived. `country`: the country that `target_refused` is about.
 */
type Outcome<Reply = unknown> =
  | ({ ok: true } & Reply)
  | ({ ok: false; retry: boolean; status: number | null; code: ErrorCode | null; isTimeout: boolean } & ErrorDetail)

type ErrorDetail = Pick<ErrorReply['error'], 'country'>

/** The outcome of a call of `E`, an endpoint's type. */
export type OutcomeOf<E extends Endpoint> = Outcome<ReplyOf<E>>

const TIMEOUT_MS = 15_000

async function failure(response: Response): Promise<{ code: ErrorCode | null } & ErrorDetail> {
  const reply = await response.json().catch(() => null)
  return { code: null, ...reply?.error }
}

/**
 * Sends a JSON request to this site. The endpoint's type checks method, address, and request, and types the reply:
 * `call<typeof getReview>('GET', urls.review(id))`. Never throws.
 */
export async function call<E extends Endpoint = never>(
  method: E['method'],
  url: E['url'],
  ...[request]: object extends RequestOf<E> ? [RequestOf<E>?] : [RequestOf<E>]
): Promise<OutcomeOf<E>> {
  const { body, query } = (request ?? {}) as { body?: unknown; query?: string | Record<string, string> }
  const search = new URLSearchParams(query).toString()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(search ? `${url}?${search}` : url, {
      method,
      signal: timeout.signal,
      // A change that the visitor asked for happens even if they leave the page right away.
      keepalive: method !== 'GET',
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const { ok, status } = response
    if (!ok)
      return { ok, retry: status === 429 || status >= 500, status, ...(await failure(response)), isTimeout: false }
    return { ok, ...(status === 204 ? {} : await response.json()) }
  } catch (error) {
    const isTimeout = (error as Error).name === 'AbortError'
    return { ok: false, retry: true, status: null, code: null, isTimeout }
  } finally {
    clearTimeout(timer)
  }
}

/** Forwards the query, which may contain the interface language (`hl`). */
export function createAttempt(language: Language, flowId: string) {
  return call<typeof endpoints.createAttempt>('POST', urls.attempts, {
    query: location.search,
    body: { language, flow_id: flowId },
  })
}

export function getAttempt(id: string) {
  return call<typeof endpoints.getAttempt>('GET', urls.attempt(id))
}

export type Answer = { attemptId: string; position: number; choice: string[]; elapsedMs: number }

export function putAnswer({ attemptId, position, choice, elapsedMs }: Answer) {
  const body = { choice, elapsed_ms: elapsedMs }
  return call<typeof endpoints.putAnswer>('PUT', urls.answer(attemptId, position), { body })
}

/**
 * Notifies the marketplace of a login (Specification §7). The server makes sure that this happens once. Ignores the
 * reply.
 */
export function fireFreeTrialEvent(): void {
  void call<typeof freeTrialEvent>('GET', urls.freeTrialEvent)
}
