import type { Settings } from '#settings/settings.ts'
import type { StoredEvent } from '../db/tables/event-forwarding.ts'
import { ACCOUNT_DELETED } from '../db/tables/events.ts'

/** One batch, as a request. */
export type SinkRequest = { headers: Record<string, string>; body: string }

const instant = (time: Date | string) => new Date(time).toISOString()

/**
 * Segment's batch (HTTP Tracking API, POST /v1/batch): the token is the write key, sent as the Basic user name.
 * `messageId` lets the collector drop duplicates. An event without a visitor gets an anonymous id of its own. A deleted
 * account is reported by the event of Segment's B2B SaaS spec, since Segment's deletion requests need user ids, which
 * we never send.
 */
function segmentRequest(events: readonly StoredEvent[], token: string): SinkRequest {
  const batch = events.map(({ id, name, visitor, occurred_at, properties, traceparent }) => ({
    type: 'track',
    messageId: id,
    anonymousId: visitor ?? id,
    event: name === ACCOUNT_DELETED ? 'Account Deleted' : name,
    timestamp: instant(occurred_at),
    properties,
    ...(traceparent ? { context: { traceparent } } : {}),
  }))
  const authorization = `Basic ${Buffer.from(`${token}:`).toString('base64')}`
  return {
    headers: { 'content-type': 'application/json', ...(token ? { authorization } : {}) },
    body: JSON.stringify({ batch, sentAt: new Date().toISOString() }),
  }
}

/**
 * CloudEvents 1.0 in batched mode (HTTP protocol binding, §3.3; JSON format, §4), with the hashed visitor as an
 * extension attribute. A deletion has the visitor as its `subject`.
 */
function cloudEventsRequest(events: readonly StoredEvent[], token: string, source: string): SinkRequest {
  const batch = events.map(({ id, name, visitor, occurred_at, properties, traceparent }) => ({
    specversion: '1.0',
    id,
    source,
    type: `language_assessment.${name}`,
    time: instant(occurred_at),
    datacontenttype: 'application/json',
    // CloudEvents' distributed tracing extension.
    ...(traceparent ? { traceparent } : {}),
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
export function sinkRequest(
  format: Settings['EVENTS_SINK_FORMAT'],
  events: readonly StoredEvent[],
  { token, source }: { token: string; source: string },
): SinkRequest {
  return format === 'segment' ? segmentRequest(events, token) : cloudEventsRequest(events, token, source)
}
