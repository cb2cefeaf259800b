import { setTimeout as sleep } from 'node:timers/promises'

/** Stops a job: its signal is aborted, and the work under way is waited for. */
export type Stop = () => Promise<void>

/** Runs `work`, which must not fail, now and every so often, never twice at once. */
export function repeat(everyMs: number, work: (signal: AbortSignal) => Promise<void>): Stop {
  const stopping = new AbortController()
  let running = work(stopping.signal)
  const timer = setInterval(() => {
    running = running.then(() => work(stopping.signal))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}

/**
 * In milliseconds: how long the receiver may take, the pause with nothing to deliver, and the first and longest pauses
 * after a failure.
 */
export type Pace = { timeoutMs: number; idleMs: number; firstPauseMs: number; longestPauseMs: number }

export const PACE: Pace = { timeoutMs: 10_000, idleMs: 5000, firstPauseMs: 1000, longestPauseMs: 300_000 }

/**
 * Runs `deliver`, which tells whether there may be more: at once while there is more, after a failure with growing
 * pauses.
 */
export function deliverUntilStopped(
  deliver: (signal: AbortSignal) => Promise<boolean>,
  { pace, onFailure }: { pace: Pace; onFailure: (error: unknown) => void },
): Stop {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    let pause = pace.firstPauseMs
    while (!signal.aborted) {
      try {
        const hasMore = await deliver(signal)
        pause = pace.firstPauseMs
        if (!hasMore) await sleep(pace.idleMs, undefined, { signal })
      } catch (error) {
        if (signal.aborted) return
        onFailure(error)
        await sleep(pause, undefined, { signal }).catch(() => undefined)
        pause = Math.min(2 * pause, pace.longestPauseMs)
      }
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
