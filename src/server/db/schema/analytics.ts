import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

/** Analytics events (docs/decisions/024). */
export type AnalyticsTables = {
  /** Written by events.ts; by answers.ts with an answer; by event-forwarding.ts when they are forwarded. */
  events: {
    id: string
    name: string
    occurred_at: Date | string
    received_at: Generated<Date>
    visitor: string | null
    user_id: number | null
    properties: Json<Record<string, unknown>>
    forwarded_at: Generated<Date | null>
    /** BCP 47 tag of the page that sent it. */
    interface_language: Generated<string | null>
    traceparent: Generated<string | null>
  }
  /** One row: which process forwards events, until when, and received since when. Written by event-forwarding.ts. */
  event_forwarding: {
    id: Generated<number>
    holder: string | null
    leased_until: Generated<Date>
    forwards_since: Date | null
  }
  /** What the collector refused for good, unless it is to be sent again. Written by event-forwarding.ts. */
  refused_events: { event_id: string; status: number; refused_at: Generated<Date>; resend: Generated<boolean> }
}
