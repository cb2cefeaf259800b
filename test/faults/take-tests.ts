import { setTimeout as sleep } from 'node:timers/promises'
import type { Assessment } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import type { RunningServer } from '../running-server.ts'

/** One assessment as its visitor knows it: what was acknowledged must be there afterwards. */
export type Journal = { cookie: string; id: string; acknowledged: number }

/** Every reply that is not what was asked for: its status, and how long it took. */
type Failure = { status: number; ms: number }

/** Without an answer for so long a request has failed. */
const LONGEST_MS = 20_000

type TakeOptions = {
  failures?: Failure[]
  signal?: AbortSignal
  /** Asks again when the connection breaks, as the browser's queue does; otherwise that ends it with the error. */
  repeatsCut?: boolean
}

/** Takes tests without pause until `signal` aborts or the server is gone; what fails is noted and asked again. */
export async function takeTests(
  origin: string,
  journals: Journal[],
  { failures = [], signal, repeatsCut = false }: TakeOptions = {},
): Promise<void> {
  const ask = async (method: string, path: string, cookie: string, body: unknown): Promise<Response | undefined> => {
    while (!signal?.aborted) {
      const started = performance.now()
      const headers = { 'content-type': 'application/json', cookie }
      const asked = fetch(`${origin}${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(LONGEST_MS),
      })
      const reply = await (repeatsCut ? asked.catch(() => undefined) : asked)
      if (!reply) {
        await sleep(50)
        continue
      }
      if (reply.ok) return reply
      failures.push({ status: reply.status, ms: performance.now() - started })
      await reply.arrayBuffer()
    }
  }
  for (;;) {
    const created = await ask('POST', urls.assessments, '', { language: 'english' })
    if (!created) return
    const cookie = created.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { data }: { data: Assessment } = await created.json()
    const journal = { cookie, id: data.id, acknowledged: 0 }
    journals.push(journal)
    for (let position = 1; position <= 15; position++) {
      const reply = await ask('PUT', urls.answer(data.id, position), cookie, { choice: [] })
      if (!reply) return
      await reply.arrayBuffer()
      journal.acknowledged = position
    }
  }
}

/** How many acknowledged writes of the journal the server does not know. */
export async function lost({ origin }: RunningServer, { cookie, id, acknowledged }: Journal): Promise<number> {
  const reply = await fetch(`${origin}${urls.assessment(id)}`, { headers: { cookie } })
  if (reply.status !== 200) return acknowledged + 1
  const { data }: { data: Assessment } = await reply.json()
  return Math.max(0, acknowledged - data.answered)
}
