import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { startServer } from '#harness/server-process.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { slowStart, terminate } from '../processes.ts'
import { failedOtherwise } from '../under-load.ts'
import { startClients } from '../visitors.ts'

const CLIENTS = 8
/** The catalog's limit. */
const MAX_MS = 10_000
/** How long a balancer has to notice; longer on a shared machine. */
const NOTICE_SECONDS = process.env.TIME_LIMITS ? 1 : 4
const NOTICE = { STOP_NOTICE_SECONDS: String(NOTICE_SECONDS) }

/** Like a balancer: checks readiness ten times per second, and then moves visitors elsewhere. */
async function waitForUnready(origin: string): Promise<void> {
  while ((await fetch(`${origin}${urls.ready}`)).status === 200) await sleep(100)
}

async function stopOnce(tally: Tally): Promise<void> {
  const server = await startServer({ mode: 'serve', env: NOTICE })
  const journal = await Journal.create()
  const moved = new AbortController()
  const clients = startClients(server.origin, journal, { count: CLIENTS, signal: moved.signal, longestThoughtMs: 0 })
  const balancer = waitForUnready(server.origin).then(() => moved.abort())
  await sleep(600)
  // Nobody requests this attempt later.
  await journal.request({ visitor: 0, method: 'POST', path: urls.attempts, cookies: {} })
  const slow = slowStart(server.origin)
  await sleep(200)
  if (server.process.exitCode !== null) tally.exits += 1
  const end = terminate(server)
  await sleep(1000 * NOTICE_SECONDS + 500)
  const status = await slow.finish().catch(() => 0)
  await Promise.all([clients, balancer])
  const { code, ms } = await end
  tally.injections += 1
  if (status !== 201) tally.broken.push(`half a request, ended after the signal: ${status || 'cut'}`)
  if (code !== 0) tally.broken.push(`it ended with ${code} after ${Math.round(ms)} ms`)
  if (ms >= timeLimit(MAX_MS)) tally.broken.push(`ended after ${Math.round(ms)} ms`)
  tally.broken.push(...failedOtherwise(journal.outcomes(), []))
  const { acknowledged, lost, wrong } = await check(journal, { query: postgresQuery(server.databaseUrl) })
  tally.acknowledged += acknowledged
  tally.lost += lost
  tally.wrong += wrong
  await journal.close()
  await server.stop()
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  for (let n = 0; n < count; n++) await stopOnce(tally)
  return tally
}

export const terminated: Fault = {
  id: 'F3',
  title: 'SIGTERM under load',
  limit: 'no request fails, exit code 0 in less than 10 s',
  count: 20,
  short: 1,
  run,
}
