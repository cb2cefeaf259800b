import type { Generated } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { Json, ReadOnly } from './columns.ts'

/** Analytics events, and the daily sums for the staff page (docs/decisions/024). */
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
  /** The days whose sums are stored. Written by roll-ups.ts. */
  insights_days: { day: string; rolled_up_at: Generated<Date> }
  /** `level` is '' for what was started that day. Written by roll-ups.ts. */
  daily_assessments: {
    day: ReadOnly<Date>
    language: ReadOnly<Language>
    interface_language: ReadOnly<string>
    level: ReadOnly<Level | ''>
    assessments: ReadOnly<number>
  }
  /** Written by roll-ups.ts. */
  daily_questions: {
    day: ReadOnly<Date>
    language: ReadOnly<Language>
    interface_language: ReadOnly<string>
    position: ReadOnly<number>
    answered: ReadOnly<number>
    is_right: ReadOnly<number>
    unknown: ReadOnly<number>
    timed: ReadOnly<number>
    milliseconds: ReadOnly<number>
  }
  /** `choice` is the JSON of the chosen options. Written by roll-ups.ts. */
  daily_items: {
    day: ReadOnly<Date>
    language: ReadOnly<Language>
    item_id: ReadOnly<number>
    item_version: ReadOnly<string>
    choice: ReadOnly<string>
    level: ReadOnly<Level>
    answered: ReadOnly<number>
    is_right: ReadOnly<number>
    unknown: ReadOnly<number>
    timed: ReadOnly<number>
    milliseconds: ReadOnly<number>
  }
  /** `step` is one of the funnel's; `language` is '' before one is chosen. Written by roll-ups.ts. */
  daily_visits: {
    day: ReadOnly<Date>
    step: ReadOnly<string>
    language: ReadOnly<Language | ''>
    interface_language: ReadOnly<string>
    visitors: ReadOnly<number>
  }
}
