import { timeLimit } from '#harness/time-limit.ts'
import type { Fault, Tally } from '../fault.ts'
import { failedOtherwise, underLoad } from '../under-load.ts'

type Restart = { signals: readonly ('SIGINT' | 'SIGQUIT' | 'SIGKILL')[]; recoveryMs: number }

/** Longer than any recovery limit, to leave a period in which no request is allowed to fail. */
const PAUSE_MS = 6000
/** For runs without such limits. */
const SHORT_PAUSE_MS = 1000

async function restarts(count: number, { signals, recoveryMs }: Restart): Promise<Tally> {
  const calm: { from: number; to: number }[] = []
  let restarted = 0
  return underLoad({
    count,
    pauseMs: process.env.TIME_LIMITS ? Math.min(PAUSE_MS, recoveryMs + 1000) : SHORT_PAUSE_MS,
    inject: async ({ postgres }) => {
      const last = calm.at(-1)
      if (last) last.to = Date.now()
      const signal = signals[restarted % signals.length]
      restarted += 1
      await postgres.restart(signal ? { signal } : {})
      calm.push({ from: Date.now() + timeLimit(recoveryMs), to: Number.POSITIVE_INFINITY })
      return []
    },
    judge: (outcomes) => [
      ...failedOtherwise(outcomes, [503]),
      ...failedOtherwise(
        outcomes.filter(({ at }) => calm.some(({ from, to }) => at > from && at < to)),
        [],
      ).map((failure) => `${failure}, ${recoveryMs} ms after Postgres was ready`),
    ],
  })
}

export const restart: Fault = {
  id: 'F10',
  title: 'Postgres restarts under load (pg_ctl restart -m fast)',
  limit: 'the process survives, nothing lost, only 503 errors, none later than 2 s after Postgres is ready',
  count: 10,
  short: 1,
  run: (count) => restarts(count, { signals: ['SIGINT'], recoveryMs: 2000 }),
}

export const crash: Fault = {
  id: 'F11',
  title: 'Postgres dies under load: -m immediate and kill -9 alternately',
  limit: 'the process survives, nothing lost, only 503 errors, none later than 5 s after Postgres is ready',
  count: 10,
  run: (count) => restarts(count, { signals: ['SIGQUIT', 'SIGKILL'], recoveryMs: 5000 }),
}
