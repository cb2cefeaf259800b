import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { startMachines } from '../two-servers.ts'
import { startClients } from '../visitors.ts'
import { startWorkers, terminate, untilServing, workersOf } from '../workers.ts'

const CLIENTS = 4
/** It lasts twenty seconds each time. */
const LONGEST_THOUGHT_MS = 500
/** Six questions of the primary process, and a start. */
const LONGEST_MS = 25_000

async function run(count: number): Promise<Tally> {
  const machines = await startMachines()
  const server = await startWorkers(machines)
  await untilServing(server, 2)
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(server.origin, journal, {
    count: CLIENTS,
    signal: end.signal,
    longestThoughtMs: LONGEST_THOUGHT_MS,
  })
  const broken: string[] = []
  for (let hung = 0; hung < count; hung++) {
    await sleep(500)
    const [victim = 0] = workersOf(server)
    const begun = performance.now()
    process.kill(victim, 'SIGSTOP')
    await untilServing(server, 3 + hung)
    const ms = performance.now() - begun
    if (ms > timeLimit(LONGEST_MS)) broken.push(`replaced after ${ms.toFixed(0)} ms`)
    if (workersOf(server).includes(victim)) broken.push('the process that hung is still there')
    const page = await fetch(`${server.origin}${urls.landing}`)
    if (page.status !== 200) broken.push(`a page afterwards: ${page.status}`)
  }
  end.abort()
  await clients
  const checked = await check(journal, { origin: server.origin, query: postgresQuery(server.databaseUrl) })
  const { code } = await terminate(server)
  if (code !== 0) broken.push(`it ended with ${code}`)
  await journal.close()
  await machines.stop()
  return { injections: count, ...checked, exits: 0, broken }
}

export const hungProcess: Fault = {
  id: 'F36',
  title: 'one of two processes behind one port hangs (SIGSTOP) under load',
  limit: `another takes its place in less than ${LONGEST_MS / 1000} s; nothing lost`,
  count: 5,
  short: 1,
  run,
}
