import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#harness/free-port.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { startReceivers } from '../receivers.ts'
import { startClients } from '../visitors.ts'

const READY_MS = 5000

const CLIENTS = 16
/** How long clients answer, at least, before each kill. */
const MIN_MS = 200

async function run(count: number): Promise<Tally> {
  const port = await freePort()
  const postgres = await startPostgres()
  const receivers = await startReceivers()
  const env = { DATABASE_URL: await createDatabase(postgres.url, 'killed'), ...receivers.env }
  const query = postgresQuery(env.DATABASE_URL)
  let server = await startServer({ mode: 'serve', port, env })
  const { origin } = server
  // Anything stored before the receivers existed isn't sent.
  while ((await query('select topic from outbox_receivers')).length < 2) await sleep(50)
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
  const stored = await check(journal, { query })
  const unsent = await receivers.findLost(query)
  receivers.stop()
  await postgres.stop()
  await journal.close()
  const slowest = readyMs.sort((a, b) => a - b)[Math.ceil(0.95 * count) - 1] ?? 0
  console.log(`  ready after ${Math.round(slowest)} ms (95th percentile); ${receivers.count()} messages received`)
  for (const what of unsent) console.log(`  ${what}`)
  return {
    injections: count,
    acknowledged: shown.acknowledged,
    lost: Math.max(shown.lost, stored.lost) + unsent.length,
    wrong: Math.max(shown.wrong, stored.wrong),
    exits,
    broken: slowest < timeLimit(READY_MS) ? [] : [`ready after ${Math.round(slowest)} ms (95th percentile)`],
  }
}

export const kill: Fault = {
  id: 'F1',
  title: 'kill -9 of the process while 16 clients answer',
  limit:
    'opens every time, no acknowledged write and no message to another system lost, ready in less than 5 s (95th percentile)',
  count: 100,
  short: 1,
  run,
}
