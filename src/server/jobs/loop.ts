import { setTimeout as sleep } from 'node:timers/promises'

/** Stops a job: aborts its signal and waits for the work in progress. */
export type Stop = () => Promise<void>

/** Repeats `work`, which must not fail, until stopped: immediately if there's more to do, else after a pause. */
export function repeat(pauseMs: number, work: (signal: AbortSignal) => Promise<{ hasMore: boolean }>): Stop {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      const { hasMore } = await work(signal)
      if (!hasMore) await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
