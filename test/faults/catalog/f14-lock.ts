import { freePort } from '#harness/free-port.ts'
import { administer } from '#harness/postgres.ts'
import { timeLimit } from '#harness/time-limit.ts'
import type { Fault, Tally } from '../fault.ts'
import { failedOtherwise, slowerThan, underLoad } from '../under-load.ts'

const LOCKED_SECONDS = 10
/** lock_timeout is 2 s; the rest is waiting for connections held by lock waiters. */
const MAX_MS = 5000
const LAG_SECONDS = 0.1

async function run(count: number): Promise<Tally> {
  const port = String(await freePort())
  const readLag = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1])
  }
  return underLoad({
    count,
    env: async () => ({ METRICS_PORT: port }),
    pauseMs: 1500,
    inject: async ({ url, journal }) => {
      await readLag()
      const begun = Date.now()
      await administer(url, `begin; lock table assessments; select pg_sleep(${LOCKED_SECONDS}); commit`)
      const lag = await readLag()
      const refused = journal.outcomes().some(({ at, status }) => at > begun && status === 503)
      return [
        ...(lag < LAG_SECONDS ? [] : [`the event loop was late by ${lag} s (99th percentile)`]),
        ...(refused ? [] : ['nothing was refused while the table was locked']),
      ]
    },
    judge: (outcomes) => [...failedOtherwise(outcomes, [503]), ...slowerThan(outcomes, timeLimit(MAX_MS))],
  })
}

export const lock: Fault = {
  id: 'F14',
  title: 'a table stays locked for 10 s',
  limit: 'only 503, within 5 s; event loop delay below 100 ms (99th percentile); recovers',
  count: 5,
  run,
}
