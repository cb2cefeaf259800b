import type { StoredEvent } from '../db/tables/event-forwarding.ts'
import { ACCOUNT_DELETED } from '../db/tables/events.ts'

/** One batch, as a request. */
export type SinkRequest = { headers: Record<string, string>; body: string }

/**
 * Segment's batch (HTTP Tracking API, POST /v1/batch): the token is the write key, sent as the Basic user name.
 * `messageId` lets the collector drop duplicates. An event without a visitor gets an anonymous id of its own. A deleted
 * account is reported by the event of Segment's B2B SaaS spec, since Segment's deletion requests need user ids, which
 * we never send.
 */
export function segmentBatch(events: readonly StoredEvent[], token: string): SinkRequest {
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
