import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '#harness/server-process.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { makeSmallDisk } from '../small-disk.ts'
import { failedOtherwise, slowerThan } from '../under-load.ts'
import { startClients } from '../visitors.ts'

const CLIENTS = 4
const FULL_MS = 2000
/** Writing to the log is retried every second. */
const HEAL_MS = 2500
const MAX_MS = 5000

async function run(count: number): Promise<Tally> {
  const disk = makeSmallDisk(64)
  const path = join(disk.folder, 'log')
  const log = openSync(path, 'a')
  const server = await startServer({ mode: 'serve', log, env: { LOG_LEVEL: 'info' } })
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(server.origin, journal, { count: CLIENTS, signal: end.signal })
  const broken: string[] = []
  for (let filled = 0; filled < count; filled++) {
    await sleep(500)
    disk.fill()
    await sleep(FULL_MS)
    const [lines, from] = [readFileSync(path, 'utf8').length, Date.now()]
    if (!journal.outcomes().some(({ at, status }) => at > from - FULL_MS && status < 300))
      broken.push('no request was answered')
    disk.free()
    await sleep(HEAL_MS)
    if (readFileSync(path, 'utf8').length === lines) broken.push('no line was written once there was space again')
  }
  end.abort()
  await clients
  const text = readFileSync(path, 'utf8')
  if (!text.includes('log lines are missing')) broken.push('the log does not report missing lines')
  broken.push(...failedOtherwise(journal.outcomes(), []), ...slowerThan(journal.outcomes(), MAX_MS))
  const exits = server.process.exitCode === null && server.process.signalCode === null ? 0 : 1
  const { origin, databaseUrl } = server
  const checked = await check(journal, { origin, query: postgresQuery(databaseUrl) })
  await server.stop()
  await journal.close()
  closeSync(log)
  disk.remove()
  return { injections: count, ...checked, exits, broken }
}

export const logDisk: Fault = {
  id: 'F35',
  title: 'the disk of the log is full under load (a file as standard output)',
  limit: `no request fails or takes ${MAX_MS / 1000} s; nothing lost; the log continues and reports missing lines`,
  count: 10,
  run,
}
