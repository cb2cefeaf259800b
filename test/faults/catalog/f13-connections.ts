import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { timeLimit } from '#harness/time-limit.ts'
import type { Fault } from '../fault.ts'
import { failedOtherwise, slowerThan, underLoad } from '../under-load.ts'

const HELD_MS = 6000
/** The catalog's two seconds, plus a margin for a busy machine. */
const MAX_MS = 2500
const AT_ONCE = 10
const DROP_ONE = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'language-quiz' limit 1`

/** A connection to the server, or undefined if none is left. */
async function take(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  return client.connect().then(
    () => client,
    () => undefined,
  )
}

/** Takes every connection of the server, including the service's, one by one. */
async function takeAll(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  for (;;) {
    const more = await Promise.all(Array.from({ length: AT_ONCE }, () => take(url)))
    taken.push(...more.filter((client) => client !== undefined))
    if (more.every((client) => client !== undefined)) continue
    const { rows } = (await taken[0]?.query(DROP_ONE)) ?? { rows: [] }
    if (rows.length === 0) return taken
  }
}

export const connections: Fault = {
  id: 'F13',
  title: 'Postgres has no connections left (max_connections)',
  limit: 'only 503, within 2.5 s (2 s plus a margin for a busy machine); recovers',
  count: 1,
  run: (count) =>
    underLoad({
      count,
      pauseMs: 2000,
      inject: async ({ url, journal }) => {
        const taken = await takeAll(url)
        const begun = Date.now()
        await sleep(HELD_MS)
        const held = journal.outcomes().filter(({ at }) => at > begun)
        await Promise.all(taken.map((client) => client.end()))
        const refused = held.some(({ status }) => status === 503)
        return refused ? [] : ['nothing was refused while no connection was left']
      },
      judge: (outcomes) => [...failedOtherwise(outcomes, [503]), ...slowerThan(outcomes, timeLimit(MAX_MS))],
    }),
}
