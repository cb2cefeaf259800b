import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startServer } from '../../running-server.ts'
import { check, withEmbedded } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { startClients } from '../visitors.ts'

const CLIENTS = 16
const READY_MS = 5000

async function run(count: number): Promise<Tally> {
  const port = await freePort()
  let server = await startServer({ mode: 'serve', port })
  const { dataDir, origin } = server
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(origin, journal, { count: CLIENTS, signal: end.signal })
  let exits = 0
  const readyMs: number[] = []
  for (let kill = 0; kill < count; kill++) {
    await sleep(200 + Math.random() * 500)
    if (server.process.exitCode !== null) exits += 1
    else {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
    }
    const begun = performance.now()
    server = await startServer({ mode: 'serve', port, dataDir })
    readyMs.push(performance.now() - begun)
  }
  await sleep(300)
  end.abort()
  await clients
  const shown = await check(journal, { origin })
  await server.stop({ keepData: true })
  const stored = await withEmbedded(dataDir, (query) => check(journal, { query }))
  await server.stop()
  await journal.close()
  const slowest = readyMs.sort((a, b) => a - b)[Math.ceil(0.95 * count) - 1] ?? 0
  return {
    injections: count,
    acknowledged: shown.acknowledged,
    lost: Math.max(shown.lost, stored.lost),
    wrong: Math.max(shown.wrong, stored.wrong),
    exits,
    broken: slowest < READY_MS ? [] : [`ready after ${Math.round(slowest)} ms in one of twenty starts`],
  }
}

export const kill: Fault = {
  id: 'F1',
  title: 'kill -9 of the process on the embedded database while 16 clients answer',
  limit: 'opens every time, no acknowledged write lost, ready in less than 5 s (95th percentile)',
  count: 100,
  short: 4,
  run,
}
