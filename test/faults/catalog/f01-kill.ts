import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#harness/free-port.ts'
import { startServer } from '#harness/server-process.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { check, withEmbedded } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { startClients } from '../visitors.ts'

const READY_MS = 5000
const LAST_PID = '/proc/sys/kernel/ns_last_pid'

type Kills = {
  clients: number
  /** The minimum time that clients answer before each kill. */
  leastMs: number
  /** Does something between the kill and the next start. @returns what undoes it */
  between?: (pid: number) => ChildProcess
}

async function killAgainAndAgain(count: number, { clients, leastMs, between }: Kills): Promise<Tally> {
  const port = await freePort()
  let server = await startServer({ mode: 'serve', port })
  const { dataDir, origin } = server
  const journal = await Journal.create()
  const end = new AbortController()
  const answering = startClients(origin, journal, { count: clients, signal: end.signal, longestThoughtMs: 0 })
  let exits = 0
  const readyMs: number[] = []
  for (let kill = 0; kill < count; kill++) {
    await sleep(leastMs + Math.random() * 500)
    if (server.process.exitCode !== null) exits += 1
    else {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
    }
    const left = between?.(server.process.pid ?? 0)
    const begun = performance.now()
    server = await startServer({ mode: 'serve', port, dataDir })
    readyMs.push(performance.now() - begun)
    left?.kill()
  }
  await sleep(leastMs)
  end.abort()
  await answering
  const shown = await check(journal, { origin })
  await server.stop({ keepData: true })
  const stored = await withEmbedded(dataDir, (query) => check(journal, { query }))
  await server.stop()
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

/** An idle process, with the id of an ended one if this machine lets us choose. */
function takePid(pid: number): ChildProcess {
  try {
    writeFileSync(LAST_PID, String(pid - 1))
  } catch {}
  return spawn('sleep', ['600'], { stdio: 'ignore' })
}

export const kill: Fault = {
  id: 'F1',
  title: 'kill -9 of the process on PGlite while 16 clients answer',
  limit: 'opens every time, no acknowledged write lost, ready in less than 5 s (95th percentile)',
  count: 100,
  short: 2,
  run: (count) => killAgainAndAgain(count, { clients: 16, leastMs: 200 }),
}

export const stalePid: Fault = {
  id: 'F5',
  title: 'a start right after kill -9, with the dead process’s id taken by another',
  limit: 'starts every time, ready in less than 5 s (95th percentile)',
  count: 50,
  run: (count) => killAgainAndAgain(count, { clients: 2, leastMs: 0, between: takePid }),
}
