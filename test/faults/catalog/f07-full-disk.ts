import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { freePort } from '#harness/free-port.ts'
import { administer, createDatabase, startPostgres } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { check, postgresQuery } from '../check.ts'
import type { Query } from '../check-database.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal, type Outcome } from '../journal.ts'
import { makeSmallDisk, type SmallDisk } from '../small-disk.ts'
import { failedOtherwise } from '../under-load.ts'
import { startClients } from '../visitors.ts'

const POSTGRES_MEGABYTES = 160
const CLIENTS = 4
/** Long enough to fill the space already allocated to log and tables. */
const FULL_MS = 20_000
const HEAL_MS = 15_000

type Engine = {
  disk: SmallDisk
  start: (port: number) => Promise<RunningServer>
  /** Makes the log need more space immediately. */
  fillLog: () => Promise<unknown>
  /** Restarts the database, as an administrator would once there is space again. */
  supervise: () => Promise<void>
  look: (use: (query: Query) => Promise<Tally>) => Promise<Tally>
  stop: () => Promise<void>
}

async function postgres(): Promise<Engine> {
  const disk = makeSmallDisk(POSTGRES_MEGABYTES)
  const server = await startPostgres({ below: disk.folder })
  const url = await createDatabase(server.url, 'app')
  return {
    disk,
    start: (port) => startServer({ mode: 'serve', port, env: { DATABASE_URL: url } }),
    fillLog: () => administer(url, 'select pg_switch_wal()').catch(() => undefined),
    supervise: async () => {
      for (let waited = 0; waited < 3000; waited += 100) {
        const isUp = await administer(url, 'select 1').then(
          () => true,
          () => false,
        )
        if (isUp) return
        await sleep(100)
      }
      await server.restart()
    },
    look: (use) => use(postgresQuery(url)),
    stop: async () => {
      await server.stop()
      disk.remove()
    },
  }
}

const isUp = ({ process }: RunningServer) => process.exitCode === null && process.signalCode === null

async function fillAgainAndAgain(count: number, engine: Engine): Promise<Tally> {
  const { disk } = engine
  const port = await freePort()
  let server = await engine.start(port)
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(server.origin, journal, { count: CLIENTS, signal: end.signal })
  const broken: string[] = []
  let ended = 0
  for (let filled = 0; filled < count; filled++) {
    await sleep(500)
    disk.fill()
    if (!(await sees(journal, FULL_MS, ({ status }) => status === 0 || status >= 500)))
      broken.push(`no write failed in the ${FULL_MS} ms without space`)
    await engine.fillLog()
    await sleep(1000)
    if (isUp(server)) {
      const page = await fetch(`${server.origin}${urls.landing}`).catch((error: Error) => ({ status: error.message }))
      if (page.status !== 200) broken.push(`a page while the disk is full: ${page.status}`)
    }
    disk.free()
    await engine.supervise()
    if (!isUp(server)) {
      ended += 1
      if (server.process.exitCode !== 1)
        broken.push(`it ended with ${server.process.signalCode ?? server.process.exitCode}`)
      server = await engine.start(port)
    }
    if (!(await sees(journal, HEAL_MS, ({ status }) => status >= 200 && status < 300)))
      broken.push(`no write succeeded in the ${HEAL_MS} ms after there was space again`)
  }
  end.abort()
  await clients
  console.log(`  exited and was restarted ${ended} of ${count} times`)
  broken.push(...failedOtherwise(journal.outcomes(), [503, ...(ended > 0 ? [0] : [])]))
  const shown = await check(journal, { origin: server.origin })
  await server.stop({ keepData: true })
  const tally = await engine.look(async (query) => {
    const stored = await check(journal, { query })
    const [lost, wrong] = [Math.max(shown.lost, stored.lost), Math.max(shown.wrong, stored.wrong)]
    return { injections: count, acknowledged: shown.acknowledged, lost, wrong, exits: 0, broken }
  })
  await journal.close()
  await engine.stop()
  return tally
}

/** Waits until a request has this outcome. @returns whether it did in time */
async function sees(journal: Journal, longestMs: number, is: (outcome: Outcome) => boolean): Promise<boolean> {
  const from = Date.now()
  while (Date.now() < from + longestMs) {
    if (journal.outcomes().some((outcome) => outcome.at > from && is(outcome))) return true
    await sleep(100)
  }
  return false
}

const run = async (count: number): Promise<Tally> => fillAgainAndAgain(count, await postgres())

export const fullDisk: Fault = {
  id: 'F7',
  title: 'the database’s disk is full under load until writes fail',
  limit: 'writes get 503 and pages are served, or the process exits with 1; nothing lost; recovers without repair',
  count: 20,
  run,
}
