import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../edge/server.ts'

/** Requests still running so long after the signal are cut. */
const DRAIN_MS = 8000
/** What hangs so long after the signal is left behind. */
const LONGEST_STOP_MS = 9500

export type Stoppable = {
  app: App
  /** Tells /readyz and open connections. */
  stopping: AbortController
  noticeMs: number
  /** Closes what the requests needed. */
  close: () => Promise<void>
}

/**
 * At the first SIGTERM or SIGINT: says so in /readyz, goes on serving for `noticeMs` so that balancers and connections move away, takes
 * nothing new, finishes what runs, and ends the process with 0, within 10 s. Further signals change nothing.
 */
export function stopOnSignal({ app, stopping, noticeMs, close }: Stoppable): void {
  const stop = async () => {
    if (stopping.signal.aborted) return
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    stopping.abort()
    await sleep(noticeMs)
    await app.close()
    clearTimeout(cut)
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
