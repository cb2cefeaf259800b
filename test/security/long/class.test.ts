import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { type NginxServer, startNginx } from '#harness/nginx.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { median } from './two-samples.ts'

const CLASS = 30
/** The maximum extra wait for anyone in a class, compared with a learner alone. */
const MAX_MORE_MS = 400
/** The median of these is compared. */
const ROUNDS = 3

const ORIGIN = 'https://quiz.example.com'
const JSON_HEADERS = { 'content-type': 'application/json', origin: ORIGIN }

let server: RunningServer
let nginx: NginxServer
beforeAll(async () => {
  server = await startServer({
    mode: 'serve',
    env: { PUBLIC_URL: ORIGIN, TRUSTED_PROXIES: '127.0.0.1', ASSESSMENTS_PER_HOUR: '600' },
  })
  nginx = await startNginx(Number(new URL(server.origin).port))
})
afterAll(async () => {
  await nginx?.stop()
  await server?.stop()
})

/** A learner's requests from the quiz page to the first answer, with their durations. */
async function begin(): Promise<Record<string, number>> {
  const took: Record<string, number> = {}
  let cookie = ''
  const ask = async (what: string, path: string, request: Parameters<NginxServer['ask']>[1] = {}) => {
    const begun = performance.now()
    const headers = { ...request.headers, ...(cookie ? { cookie } : {}) }
    const { status, headers: replied, body } = await nginx.ask(path, { ...request, headers })
    took[what] = performance.now() - begun
    expect([what, status < 300]).toEqual([what, true])
    cookie = replied['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? cookie
    return body.toString()
  }
  await ask('landing', urls.landing)
  await ask('page', urls.quiz)
  const body = JSON.stringify({ language: 'english' })
  const { data } = JSON.parse(await ask('start', urls.attempts, { method: 'POST', headers: JSON_HEADERS, body }))
  const { id }: Attempt = data
  await ask('answer', urls.answer(id, 1), {
    method: 'PUT',
    headers: JSON_HEADERS,
    body: JSON.stringify({ choice: [] }),
  })
  return took
}

it(`none of ${CLASS} learners who start at once behind nginx waits ${MAX_MORE_MS} ms longer than when alone`, async () => {
  const alone: Record<string, number>[] = []
  for (let learner = 0; learner < 10; learner++) alone.push(await begin())
  const classes: Record<string, number>[][] = []
  for (let round = 0; round < ROUNDS; round++)
    classes.push(await Promise.all(Array.from({ length: CLASS }, () => begin())))
  for (const what of Object.keys(alone[0] ?? {})) {
    const usual = median(alone.map((took) => took[what] ?? 0))
    const longest = median(classes.map((times) => Math.max(...times.map((took) => took[what] ?? 0))))
    console.log(`${what}: ${usual.toFixed(0)} ms alone, at most ${longest.toFixed(0)} ms together`)
    expect([what, longest < usual + timeLimit(MAX_MORE_MS)]).toEqual([what, true])
  }
})
