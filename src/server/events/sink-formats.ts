import type { StoredEvent } from '../db/event-outbox.ts'
import type { Settings } from '../settings.ts'

/** A batch as one request. */
export type SinkRequest = { headers: Record<string, string>; body: string }

const instant = (time: Date | string) => new Date(time).toISOString()

/**
 * Segment's batch (HTTP Tracking API, POST /v1/batch): the token is the write key, the name in Basic authentication. `messageId` lets the
 * collector drop repeats. An event of nobody any more is of a visitor of its own.
 */
function segmentRequest(events: readonly StoredEvent[], token: string): SinkRequest {
  const batch = events.map(({ id, name, visitor, occurred_at, properties }) => ({
    type: 'track',
    messageId: id,
    anonymousId: visitor ?? id,
    event: name,
    timestamp: instant(occurred_at),
    properties,
  }))
  const authorization = `Basic ${Buffer.from(`${token}:`).toString('base64')}`
  return {
    headers: { 'content-type': 'application/json', ...(token ? { authorization } : {}) },
    body: JSON.stringify({ batch, sentAt: new Date().toISOString() }),
  }
}

/** CloudEvents 1.0 in batched mode (HTTP protocol binding, §3.3; JSON format, §4), with the hashed visitor as an extension attribute. */
function cloudEventsRequest(events: readonly StoredEvent[], token: string, source: string): SinkRequest {
  const batch = events.map(({ id, name, visitor, occurred_at, properties }) => ({
    specversion: '1.0',
    id,
    source,
    type: `language_assessment.${name}`,
    time: instant(occurred_at),
    datacontenttype: 'application/json',
    ...(visitor === null ? {} : { visitor }),
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

/** @param source the address of the service that the events come from */
export function sinkRequest(
  format: Settings['EVENTS_SINK_FORMAT'],
  events: readonly StoredEvent[],
  { token, source }: { token: string; source: string },
): SinkRequest {
  return format === 'segment' ? segmentRequest(events, token) : cloudEventsRequest(events, token, source)
}
