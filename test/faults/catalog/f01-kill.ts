import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#harness/free-port.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { startClients } from '../visitors.ts'

const READY_MS = 5000

const CLIENTS = 16
/** The minimum time that clients answer before each kill. */
const MIN_MS = 200

async function run(count: number): Promise<Tally> {
  const port = await freePort()
  const postgres = await startPostgres()
  const env = { DATABASE_URL: await createDatabase(postgres.url, 'killed') }
  let server = await startServer({ mode: 'serve', port, env })
  const { origin } = server
  const journal = await Journal.create()
  const end = new AbortController()
  const answering = startClients(origin, journal, { count: CLIENTS, signal: end.signal, longestThoughtMs: 0 })
  let exits = 0
  const readyMs: number[] = []
  for (let kill = 0; kill < count; kill++) {
    await sleep(MIN_MS + Math.random() * 500)
    if (server.process.exitCode !== null) exits += 1
    else {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
    }
    const begun = performance.now()
    server = await startServer({ mode: 'serve', port, env })
    readyMs.push(performance.now() - begun)
  }
  await sleep(MIN_MS)
  end.abort()
  await answering
  const shown = await check(journal, { origin })
  await server.stop()
  const stored = await check(journal, { query: postgresQuery(env.DATABASE_URL) })
  await postgres.stop()
  await journal.close()
  const slowest = readyMs.sort((a, b) => a - b)[Math.ceil(0.95 * count) - 1] ?? 0
  console.log(`  ready after ${Math.round(slowest)} ms (95th percentile)`)
  return {
    injections: count,
    acknowledged: shown.acknowledged,
    lost: Math.max(shown.lost, stored.lost),
    wrong: Math.max(shown.wrong, stored.wrong),
    exits,
    broken: slowest < timeLimit(READY_MS) ? [] : [`ready after ${Math.round(slowest)} ms (95th percentile)`],
  }
}

export const kill: Fault = {
  id: 'F1',
  title: 'kill -9 of the process while 16 clients answer',
  limit: 'opens every time, no acknowledged write lost, ready in less than 5 s (95th percentile)',
  count: 100,
  short: 2,
  run,
}
