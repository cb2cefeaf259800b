import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { StoredEvent } from '../db/events.ts'
import { ACCOUNT_DELETED, findUnforwarded, leaseForwarding, markForwarded, releaseForwarding } from '../db/events.ts'
import type { Database } from '../db/schema.ts'
import type { Settings } from '../settings.ts'

export type SinkSettings = Pick<Settings, 'EVENTS_SINK_URL' | 'EVENTS_SINK_FORMAT' | 'EVENTS_SINK_TOKEN' | 'PUBLIC_URL'>

/** In milliseconds: the collector's timeout, the pause with nothing to forward, and the first and longest pauses after a failure. */
export type Pace = { timeoutMs: number; idleMs: number; firstPauseMs: number; longestPauseMs: number }

const PACE: Pace = { timeoutMs: 10_000, idleMs: 5000, firstPauseMs: 1000, longestPauseMs: 300_000 }

/** Below the limits of collectors: Segment takes 500 kB per batch, and our events are below 1 kB each. */
const BATCH = 200

/** @throws Error if the collector times out or replies with anything but 2xx */
async function send(url: string, { headers, body }: ReturnType<typeof sinkRequest>, signal: AbortSignal) {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The collector replied with ${response.status}.`)
}

/**
 * Forwards stored events to the operator's collector, oldest first, each at least once: an event counts as forwarded after a 2xx. A lease
 * lets one process do it at a time. After a failure it retries with growing pauses. No visitor ever waits for it.
 * @returns a function that aborts the current request and stops
 */
export function startForwarder(
  db: Database,
  settings: SinkSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  pace: Pace = PACE,
): () => Promise<void> {
  const { EVENTS_SINK_URL: url, EVENTS_SINK_FORMAT: format, EVENTS_SINK_TOKEN: token, PUBLIC_URL } = settings
  const holder = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  // Longer than a batch takes. A process that overruns it may send events twice, which at-least-once delivery allows.
  const leaseSeconds = (3 * pace.timeoutMs) / 1000

  /** @returns whether there may be more events */
  async function forwardBatch(): Promise<boolean> {
    if (!(await leaseForwarding(db, holder, leaseSeconds))) return false
    const events = await findUnforwarded(db, BATCH)
    if (events.length === 0) return false
    const request = sinkRequest(format, events, { token, source: `${PUBLIC_URL}${urls.landing}` })
    await send(url, request, AbortSignal.any([signal, AbortSignal.timeout(pace.timeoutMs)]))
    await markForwarded(
      db,
      events.map(({ id }) => id),
    )
    return events.length === BATCH
  }

  async function forward(): Promise<void> {
    let pause = pace.firstPauseMs
    while (!signal.aborted) {
      try {
        const hasMore = await forwardBatch()
        pause = pace.firstPauseMs
        if (!hasMore) await sleep(pace.idleMs, undefined, { signal })
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error }, 'forwarding events failed; will retry')
        await sleep(pause, undefined, { signal }).catch(() => undefined)
        pause = Math.min(2 * pause, pace.longestPauseMs)
      }
    }
  }

  const running = url ? forward() : Promise.resolve()
  return async () => {
    stopping.abort()
    await running
    if (url) await releaseForwarding(db, holder).catch(() => undefined)
  }
}

/** One batch, as a request. */
type SinkRequest = { headers: Record<string, string>; body: string }

const instant = (time: Date | string) => new Date(time).toISOString()

/**
 * Segment's batch (HTTP Tracking API, POST /v1/batch): the token is the write key, sent as the Basic user name. `messageId` lets the
 * collector drop duplicates. An event without a visitor gets an anonymous id of its own. A deleted account is reported by the event of Segment's B2B
 * SaaS spec, since Segment's deletion requests need user ids, which we never send.
 */
function segmentRequest(events: readonly StoredEvent[], token: string): SinkRequest {
  const batch = events.map(({ id, name, visitor, occurred_at, properties }) => ({
    type: 'track',
    messageId: id,
    anonymousId: visitor ?? id,
    event: name === ACCOUNT_DELETED ? 'Account Deleted' : name,
    timestamp: instant(occurred_at),
    properties,
  }))
  const authorization = `Basic ${Buffer.from(`${token}:`).toString('base64')}`
  return {
    headers: { 'content-type': 'application/json', ...(token ? { authorization } : {}) },
    body: JSON.stringify({ batch, sentAt: new Date().toISOString() }),
  }
}

/**
 * CloudEvents 1.0 in batched mode (HTTP protocol binding, §3.3; JSON format, §4), with the hashed visitor as an extension attribute. A deletion has
 * the visitor as its `subject`.
 */
function cloudEventsRequest(events: readonly StoredEvent[], token: string, source: string): SinkRequest {
  const batch = events.map(({ id, name, visitor, occurred_at, properties }) => ({
    specversion: '1.0',
    id,
    source,
    type: `language_assessment.${name}`,
    time: instant(occurred_at),
    datacontenttype: 'application/json',
    ...(visitor === null ? {} : { visitor, ...(name === ACCOUNT_DELETED ? { subject: visitor } : {}) }),
    data: properties,
  }))
  return {
    headers: {
      'content-type': 'application/cloudevents-batch+json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(batch),
  }
}

/** @param source the URL of the service that emits the events */
function sinkRequest(
  format: Settings['EVENTS_SINK_FORMAT'],
  events: readonly StoredEvent[],
  { token, source }: { token: string; source: string },
): SinkRequest {
  return format === 'segment' ? segmentRequest(events, token) : cloudEventsRequest(events, token, source)
}
