import type { Settings } from '#settings/settings.ts'
import type { Database } from '../db/schema.ts'
import { findEvents, type StoredEvent } from '../db/tables/events.ts'
import { ACCOUNT_DELETED, type Failure } from '../db/tables/outbox.ts'
import { describeFailure } from '../guarded-fetch.ts'
import { type Receiver, TIMEOUT_MS } from './outbox.ts'

type CollectorSettings = Pick<Settings, 'EVENTS_COLLECTOR_URL' | 'EVENTS_COLLECTOR_TOKEN'>

/** Within the limits of collectors: Segment accepts 500 kB per batch, and each of our events is under 1 kB. */
const BATCH = 200

/** How many events from a refused batch are sent at once, each on its own. */
const ALONE_AT_ONCE = 8

/** Statuses that may change with the token, the address, or time; any other 4xx is about the events themselves. */
const PASSING = [401, 403, 404, 408, 425, 429]

/**
 * Segment's batch (HTTP Tracking API, POST /v1/batch): the token is the write key, sent as the Basic user name.
 * `messageId` lets the collector drop duplicates. An event without a visitor gets its own anonymous id. A deleted
 * account is reported with the event of Segment's B2B SaaS spec, because Segment's deletion requests need user ids,
 * which we never send.
 */
function segmentBatch(events: readonly StoredEvent[], token: string): Pick<RequestInit, 'headers' | 'body'> {
  const batch = events.map(({ id, name, visitor, occurred_at, properties, traceparent }) => ({
    type: 'track',
    messageId: id,
    anonymousId: visitor ?? id,
    event: name === ACCOUNT_DELETED ? 'Account Deleted' : name,
    timestamp: new Date(occurred_at).toISOString(),
    properties,
    ...(traceparent ? { context: { traceparent } } : {}),
  }))
  const authorization = `Basic ${Buffer.from(`${token}:`).toString('base64')}`
  return {
    headers: { 'content-type': 'application/json', ...(token ? { authorization } : {}) },
    body: JSON.stringify({ batch, sentAt: new Date().toISOString() }),
  }
}

/** The operator's collector, which gets events in batches; undefined without one. */
export function eventCollector(
  db: Database,
  { EVENTS_COLLECTOR_URL: url, EVENTS_COLLECTOR_TOKEN: token }: CollectorSettings,
  timeoutMs = TIMEOUT_MS,
): Receiver | undefined {
  /** @returns the failures of the events, all or none */
  async function post(events: readonly StoredEvent[], signal: AbortSignal): Promise<Failure[]> {
    const failed = (error: string, isFinal = false) => events.map(({ id }) => ({ id, error, isFinal }))
    try {
      const response = await fetch(url, { method: 'POST', redirect: 'error', signal, ...segmentBatch(events, token) })
      await response.body?.cancel()
      const { ok, status } = response
      const isFinal = status >= 400 && status < 500 && !PASSING.includes(status)
      return ok ? [] : failed(`The collector replied with ${status}.`, isFinal)
    } catch (error) {
      return failed(describeFailure(error))
    }
  }

  /** Sends each event on its own, so bad ones don't block others. */
  async function postAlone(events: readonly StoredEvent[], signal: AbortSignal): Promise<Failure[]> {
    const [left, failures]: [StoredEvent[], Failure[]] = [[...events], []]
    const work = async () => {
      for (let event = left.shift(); event; event = left.shift()) failures.push(...(await post([event], signal)))
    }
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, work))
    return failures
  }

  if (!url) return undefined
  return {
    atOnce: BATCH,
    async send(messages, signal) {
      const inTime = () => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const ids = messages.map(({ id }) => id)
      const events = await findEvents(db, ids)
      const failures = events.length > 0 ? await post(events, inTime()) : []
      return events.length > 1 && failures[0]?.isFinal ? postAlone(events, inTime()) : failures
    },
  }
}
