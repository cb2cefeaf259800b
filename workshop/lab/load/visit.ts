import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { takeQuiz } from '#harness/api-client.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import type { Client, Reply } from './http-client.ts'
import type { Walk } from './walk.ts'

/** A start, the answers, and a final read of the result. */
export const REQUESTS_OF_A_QUIZ = QUESTIONS + 2

/** The outcome of one request. `latencyMs` counts from the moment it was due; `lateMs` is the generator's share. */
export type Taken = { dueAt: number; latencyMs: number; lateMs: number }

export type Outcome =
  /** Every reply was correct. */
  | 'finished'
  /** Turned away at the start with 503 and Retry-After. */
  | 'refused'
  /** Turned away too often on the way. */
  | 'given up'
  /** No reply in time, a broken connection, or a status nobody expects. */
  | 'failed'
  | 'wrong'

export type Journal = {
  taken: (request: Taken) => void
  /** 503 with Retry-After for an answer, which is resent as the browser's queue does. */
  sentAgain: () => void
  ended: (outcome: Outcome, why?: string) => void
}

export type Visit = {
  client: Client
  walk: Walk
  /** As a trusted proxy names it. */
  address: string
  /** When each request is due, by `performance.now()`; undefined: as soon as the previous reply has arrived. */
  dueAt: ((step: number) => number) | undefined
  journal: Journal
}

const MOST_TRIES = 5

class Stop extends Error {
  readonly outcome: Outcome

  constructor(outcome: Outcome, why: string) {
    super(why)
    this.outcome = outcome
  }
}

async function untilDue(dueAt: number): Promise<void> {
  const ms = dueAt - performance.now()
  if (ms > 0) await sleep(ms)
}

/** One visit: a whole quiz. A Retry-After delays everything that follows; a slow reply does not move the schedule. */
export async function makeVisit({ client, walk, address, dueAt, journal }: Visit): Promise<Outcome> {
  const headers: Record<string, string> = { 'x-forwarded-for': address }
  let putOffMs = 0
  let freeAt = 0

  const ask = async (step: number, method: string, path: string, body?: unknown): Promise<Reply> => {
    for (let tries = 1; ; tries++) {
      const due = dueAt ? dueAt(step) + putOffMs : performance.now()
      await untilDue(due)
      const sentAt = performance.now()
      const reply = await client.send(method, path, headers, body).catch((error) => {
        throw new Stop('failed', `${method}: ${error.message}`)
      })
      const isRefused = reply.status === 503 && reply.headers['retry-after'] !== undefined
      if (!isRefused) {
        if (reply.status >= 300) throw new Stop('failed', `${method}: status ${reply.status}`)
        const lateMs = sentAt - Math.max(due, freeAt)
        freeAt = performance.now()
        journal.taken({ dueAt: due, latencyMs: freeAt - due, lateMs })
        return reply
      }
      if (step === 0) throw new Stop('refused', 'the start was refused')
      if (tries === MOST_TRIES) throw new Stop('given up', `${method}: refused ${tries} times`)
      journal.sentAgain()
      const waitMs = Number(reply.headers['retry-after']) * 1000
      putOffMs += waitMs
      if (!dueAt) await sleep(waitMs)
    }
  }

  try {
    let answered = 0
    const step = async (method: 'POST' | 'PUT', path: string, body: object) => {
      if (method === 'PUT') return walk.answered(++answered, (await ask(answered, method, path, body)).body)
      const started = await ask(0, method, path, body)
      headers.cookie = started.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
      return walk.started(started.body)
    }
    const { id } = await takeQuiz(step, walk.language, (_, position) => walk.choice(position))
    walk.read((await ask(REQUESTS_OF_A_QUIZ - 1, 'GET', urls.attempt(id))).body)
    journal.ended('finished')
    return 'finished'
  } catch (error) {
    const outcome = error instanceof Stop ? error.outcome : 'wrong'
    journal.ended(outcome, error instanceof Error ? error.message : String(error))
    return outcome
  }
}
