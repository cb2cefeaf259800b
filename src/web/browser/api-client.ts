import type { Assessment } from '#contract/assessments.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'

/** A reply, or why there is none: `retry` says whether the same request may succeed later; no code means no answer. */
export type Outcome<Data> = { ok: true; data: Data } | { ok: false; retry: boolean; code: ErrorCode | null }

const TIMEOUT_MS = 15_000

async function errorCode(response: Response): Promise<ErrorCode | null> {
  const reply = await response.json().catch(() => null)
  return reply?.error?.code ?? null
}

/** A JSON request to this site. */
export async function call<Data>(method: string, url: string, body?: unknown): Promise<Outcome<Data>> {
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const { status } = response
    if (!response.ok) return { ok: false, retry: status === 429 || status >= 500, code: await errorCode(response) }
    const { data } = (status === 204 ? {} : await response.json()) as { data: Data }
    return { ok: true, data }
  } catch {
    return { ok: false, retry: true, code: null }
  }
}

export function createAssessment(language: Language, flowId: string): Promise<Outcome<Assessment>> {
  return call('POST', `${urls.assessments}${location.search}`, { language, flow_id: flowId })
}

export function getAssessment(id: string): Promise<Outcome<Assessment>> {
  return call('GET', urls.assessment(id))
}

export type Answer = { assessmentId: string; position: number; choice: string[]; elapsedMs: number }

export function putAnswer({ assessmentId, position, choice, elapsedMs }: Answer): Promise<Outcome<Assessment>> {
  return call('PUT', urls.answer(assessmentId, position), { choice, elapsed_ms: elapsedMs })
}
