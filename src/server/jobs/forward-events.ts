import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#settings/settings.ts'
import type { Database } from '../db/schema.ts'
import {
  beginForwarding,
  endForwarding,
  findUnforwarded,
  keepRefused,
  leaseForwarding,
  markForwarded,
  releaseForwarding,
  type StoredEvent,
} from '../db/tables/event-forwarding.ts'
import { deliverUntilStopped, PACE, type Pace, type Stop } from './loop.ts'
import { type SinkRequest, segmentBatch } from './segment-batch.ts'

export type SinkSettings = Pick<Settings, 'EVENTS_SINK_URL' | 'EVENTS_SINK_TOKEN'>

/** Below the limits of collectors: Segment takes 500 kB per batch, and our events are below 1 kB each. */
const BATCH = 200

/** What another token, address or moment would change; any other 4xx is about the events themselves. */
const PASSING = [401, 403, 404, 408, 425, 429]

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
 * Forwards the events received since it was switched on to the operator's collector, oldest first, each at least once:
 * an event counts as forwarded after a 2xx. What is refused for good is kept aside. A lease lets one process do it at a
 * time. After a failure it retries with growing pauses. No visitor ever waits for it.
 */
export function startForwarder(
  db: Database,
  settings: SinkSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  pace: Pace = PACE,
): Stop {
  const { EVENTS_SINK_URL: url, EVENTS_SINK_TOKEN: token } = settings
  const holder = randomUUID()
  // Longer than a batch takes. A process that overruns it may send events twice, which at-least-once delivery allows.
  const leaseSeconds = (3 * pace.timeoutMs) / 1000
  const hold = () => leaseForwarding(db, holder, leaseSeconds)

  async function keepAside(events: readonly StoredEvent[], status: number): Promise<void> {
    await keepRefused(db, idsOf(events), status)
    log.warn({ status, events: events.length }, 'the collector refused events for good')
  }

  /** Sends a batch; if it is refused, each of its events alone, so that bad ones cost no others. */
  async function deliver(batch: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    if (!(await hold())) return
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(pace.timeoutMs)])
    const status = await send(url, segmentBatch(batch, token), timeout)
    if (status === undefined) return markForwarded(db, idsOf(batch))
    if (batch.length === 1) return keepAside(batch, status)
    for (const event of batch) await deliver([event], signal)
  }

  /** @returns whether there may be more events */
  async function forward(signal: AbortSignal): Promise<boolean> {
    // Each time: a process that still has no collector may just have restarted and ended it.
    await beginForwarding(db)
    if (!(await hold())) return false
    const events = await findUnforwarded(db, BATCH)
    if (events.length === 0) return false
    await deliver(events, signal)
    return events.length === BATCH
  }

  if (!url) {
    const ended = endForwarding(db).catch((err) => log.warn({ err }, 'could not end forwarding events'))
    return async () => ended
  }
  const stop = deliverUntilStopped(forward, {
    pace,
    onFailure: (err) => log.warn({ err }, 'forwarding events failed; will retry'),
  })
  return async () => {
    await stop()
    await releaseForwarding(db, holder).catch(() => undefined)
  }
}
