import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { timeLimit } from '#harness/time-limit.ts'
import { check, withEmbedded } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal } from '../journal.ts'
import { startClients } from '../visitors.ts'

const AT_ONCE = 10
const LATE_MS = 2000

type Opening = { server: RunningServer } | { message: string }

const open = (dataDir: string): Promise<Opening> =>
  startServer({ mode: 'serve', dataDir }).then(
    (server) => ({ server }),
    (error: Error) => ({ message: error.message }),
  )

/**
 * Ten processes at once, or as many as are asked for, on a folder that nobody holds, then one more while the winner
 * serves clients.
 */
async function run(count: number): Promise<Tally> {
  const dataDir = mkdtempSync(join(tmpdir(), 'language-quiz-'))
  const journal = await Journal.create()
  const broken: string[] = []
  let injections = 0
  let exits = 0
  while (injections < count) {
    const atOnce = Math.min(AT_ONCE, count - injections)
    const openings = await Promise.all(Array.from({ length: atOnce }, () => open(dataDir)))
    const winners = openings.flatMap((opening) => ('server' in opening ? [opening.server] : []))
    const [winner] = winners
    if (!winner || winners.length > 1) broken.push(`${winners.length} of ${atOnce} processes opened the folder`)
    if (!winner) {
      break
    }
    const isRefusal = (opening: Opening) =>
      'message' in opening && opening.message.includes(`is held by process ${winner.process.pid}`)
    const others = openings.filter((opening) => !('server' in opening && opening.server === winner))
    broken.push(...others.filter((opening) => !isRefusal(opening)).map((opening) => JSON.stringify(opening)))

    const end = new AbortController()
    const clients = startClients(winner.origin, journal, { count: 4, signal: end.signal })
    await sleep(300)
    const begun = performance.now()
    if (!isRefusal(await open(dataDir))) broken.push('a late process opened the folder, or did not say who holds it')
    const ms = Math.round(performance.now() - begun)
    if (ms > timeLimit(LATE_MS)) broken.push(`a late process ended after ${ms} ms`)
    await sleep(300)
    end.abort()
    await clients
    if (winner.process.exitCode !== null) exits += 1
    await winner.stop({ keepData: true })
    injections += atOnce
  }
  const checked = await withEmbedded(dataDir, (query) => check(journal, { query }))
  await journal.close()
  rmSync(dataDir, { recursive: true, force: true })
  return { injections, ...checked, exits, broken }
}

export const twoOpeners: Fault = {
  id: 'F4',
  title: 'more processes on the folder of PGlite: up to ten at once, and one more later',
  limit: 'one opens it; the others end with 1 and name it, the late one within 2 s; data intact',
  count: 50,
  short: 4,
  run,
}
