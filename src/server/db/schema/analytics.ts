import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** Analytics events, and messages to other systems (docs/decisions/031). */
export type AnalyticsTables = {
  /** Written by events.ts; by answers.ts with an answer; notices are deleted by outbox.ts. */
  events: {
    id: string
    name: string
    occurred_at: Date | string
    received_at: Generated<Date>
    visitor: string | null
    user_id: number | null
    properties: Json<Record<string, unknown>>
    /** BCP 47 tag of the page that sent it. */
    interface_language: Generated<string | null>
    traceparent: Generated<string | null>
  }
  /** One row for each topic that has a receiver. Written by outbox.ts. */
  outbox_receivers: { topic: string }
  /**
   * Waiting and given-up messages. Written by outbox.ts, and by answers.ts, claims.ts, events.ts along with their data.
   */
  outbox: {
    assessment_id: string | null
    event_id: string | null
    queued_at: Generated<Date>
    tries: Generated<number>
    /** Infinity, as a number, once given up. */
    due: Generated<Date | number>
    last_error: Generated<string>
    /** Of the request that finished the assessment. */
    traceparent: string | null
  }
}
