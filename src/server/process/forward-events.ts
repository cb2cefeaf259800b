import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { urls } from '#contract/urls.ts'
import {
  beginForwarding,
  endForwarding,
  findUnforwarded,
  keepRefused,
  leaseForwarding,
  markForwarded,
  releaseForwarding,
  type StoredEvent,
} from '../db/forwarding.ts'
import type { Database } from '../db/schema.ts'
import type { Settings } from '../settings.ts'
import { type SinkRequest, sinkRequest } from './sink-requests.ts'

export type SinkSettings = Pick<
  Settings,
  'EVENTS_SINK_URL' | 'EVENTS_SINK_FORMAT' | 'EVENTS_SINK_TOKEN' | 'PUBLIC_URL' | 'BASE_PATH'
>

/** In milliseconds: the collector's timeout, the pause with nothing to forward, and the first and longest pauses after a failure. */
export type Pace = { timeoutMs: number; idleMs: number; firstPauseMs: number; longestPauseMs: number }

export const PACE: Pace = { timeoutMs: 10_000, idleMs: 5000, firstPauseMs: 1000, longestPauseMs: 300_000 }

/** Below the limits of collectors: Segment takes 500 kB per batch, and our events are below 1 kB each. */
const BATCH = 200

/** Parts of a batch that are refused: beyond that the rest of it counts as refused too, so that a collector that refuses all is not called for each event. */
const MOST_REFUSALS = 16

/** What another token, address or moment would change; any other 4xx is about the events themselves. */
const PASSING = [401, 403, 404, 408, 425, 429]

type Loop = { signal: AbortSignal; pace: Pace; onFailure: (error: unknown) => void }

/** Runs `deliver`, which tells whether there may be more, until `signal` aborts: at once while there is more, after a failure with growing pauses. */
export async function deliverWhileRunning(
  deliver: () => Promise<boolean>,
  { signal, pace, onFailure }: Loop,
): Promise<void> {
  let pause = pace.firstPauseMs
  while (!signal.aborted) {
    try {
      const hasMore = await deliver()
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

/**
 * @returns the status if the collector refuses the events for good
 * @throws Error if it times out or replies with anything else but 2xx
 */
async function send(url: string, { headers, body }: SinkRequest, signal: AbortSignal): Promise<number | undefined> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  await response.body?.cancel()
  const { ok, status } = response
  if (ok) return undefined
  if (status >= 400 && status < 500 && !PASSING.includes(status)) return status
  throw new Error(`The collector replied with ${status}.`)
}

const idsOf = (events: readonly StoredEvent[]) => events.map(({ id }) => id)

/**
 * Forwards the events received since it was switched on to the operator's collector, oldest first, each at least once: an event counts as
 * forwarded after a 2xx. What is refused for good is kept aside. A lease lets one process do it at a time. After a failure it retries with
 * growing pauses. No visitor ever waits for it.
 * @returns a function that aborts the current request and stops
 */
export function startForwarder(
  db: Database,
  settings: SinkSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  pace: Pace = PACE,
): () => Promise<void> {
  const { EVENTS_SINK_URL: url, EVENTS_SINK_FORMAT: format, EVENTS_SINK_TOKEN: token, PUBLIC_URL, BASE_PATH } = settings
  const holder = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  // Longer than a batch takes. A process that overruns it may send events twice, which at-least-once delivery allows.
  const leaseSeconds = (3 * pace.timeoutMs) / 1000
  const hold = () => leaseForwarding(db, holder, leaseSeconds)

  /** Sends a batch; of one that is refused the halves, so that a bad event costs few others. @returns the refusals left */
  async function deliver(events: readonly StoredEvent[], refusalsLeft: number): Promise<number> {
    if (!(await hold())) return 0
    const request = sinkRequest(format, events, { token, source: `${PUBLIC_URL}${BASE_PATH}${urls.landing}` })
    const status = await send(url, request, AbortSignal.any([signal, AbortSignal.timeout(pace.timeoutMs)]))
    if (status === undefined) {
      await markForwarded(db, idsOf(events))
      return refusalsLeft
    }
    if (events.length === 1 || refusalsLeft <= 1) {
      await keepRefused(db, idsOf(events), status)
      log.warn({ status, events: events.length }, 'the collector refused events for good')
      return refusalsLeft - 1
    }
    const middle = Math.ceil(events.length / 2)
    const left = await deliver(events.slice(0, middle), refusalsLeft - 1)
    return deliver(events.slice(middle), left)
  }

  /** @returns whether there may be more events */
  async function forwardBatch(): Promise<boolean> {
    if (!(await hold())) return false
    const events = await findUnforwarded(db, BATCH)
    if (events.length === 0) return false
    await deliver(events, MOST_REFUSALS)
    return events.length === BATCH
  }

  const forward = async () => {
    // Each time: a process that still has no collector may just have restarted and ended it.
    await beginForwarding(db)
    return forwardBatch()
  }

  const onFailure = (err: unknown) => log.warn({ err }, 'forwarding events failed; will retry')
  const end = () => endForwarding(db).catch((err) => log.warn({ err }, 'could not end forwarding events'))
  const running = url ? deliverWhileRunning(forward, { signal, pace, onFailure }) : end()
  return async () => {
    stopping.abort()
    await running
    if (url) await releaseForwarding(db, holder).catch(() => undefined)
  }
}
