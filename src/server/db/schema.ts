import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely'
import type { Storage } from '#contract/readiness.ts'
import type { ItemStatistics } from '#quiz/analysis/item-statistics.ts'
import type { AskedItem } from '#quiz/attempt.ts'
import type { ReportReason } from '#quiz/item-report.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { Purpose, PurposeRole } from '#quiz/marketplace.ts'
import type { LevelRule } from '#quiz/test-plan.ts'

/** A jsonb column: read as a value, written as its JSON text. */
type Json<Value> = ColumnType<Value, string, string>
type JsonWithDefault<Value> = ColumnType<Value, string | undefined, string>
/** A column of a view, which nobody writes. */
type View<Value> = ColumnType<Value, never, never>

export type Tables = {
  /** Written by db/attempts.ts. */
  assessments: {
    id: string
    visitor: string
    user_id: number | null
    flow_id: string
    language: Language
    interface_language: string
    level_rule: Generated<LevelRule>
    created_at: Generated<Date>
    seen: JsonWithDefault<number[]>
    earlier: JsonWithDefault<AskedItem[]>
    round: JsonWithDefault<AskedItem[]>
    answered: Generated<number>
    choices: JsonWithDefault<string[][]>
    is_correct: Generated<boolean[]>
    elapsed_ms: Generated<(number | null)[]>
    answered_at: Generated<Date[]>
    planned_questions: Generated<number>
    total: Generated<number>
    finished_at: Date | null
    level: Level | null
    than: number | null
    than_of: number | null
    theta: number | null
    standard_error: number | null
    scorer_version: string | null
    band_lowest: Level | null
    band_highest: Level | null
  }
  /** A view: one row for each question asked. */
  assessment_items: {
    assessment_id: View<string>
    visitor: View<string>
    user_id: View<number | null>
    language: View<Language>
    interface_language: View<string>
    created_at: View<Date>
    finished_at: View<Date | null>
    position: View<number>
    item_id: View<number>
    item_version: View<string>
    level: View<Level>
    question: View<string>
    image: View<string>
    correct: View<string[]>
    options: View<string[]>
    difficulty: View<number | null>
    discrimination: View<number | null>
    choice: View<string[] | null>
    is_correct: View<boolean | null>
    elapsed_ms: View<number | null>
    answered_at: View<Date | null>
  }
  /** `score` is theta in tenths. */
  result_counts: { language: Language; level: Level; score: number; finished: number }
  item_statistics: {
    language: Language
    item_id: number
    item_version: string
    made_at: Generated<Date>
    statistics: Json<ItemStatistics>
  }
  item_reports: {
    language: Language
    item_id: number
    item_version: string
    user_id: number
    reason: ReportReason
    note: string
    created_at: Generated<Date>
  }
  insights_days: { day: string; rolled_up_at: Generated<Date> }
  reports: { id: string; assessment_id: string; created_at: Generated<Date> }
  users: {
    id: GeneratedAlways<number>
    nickname: string
    avatar_file_name: string
    country_id: string | null
    is_pro: Generated<boolean>
    is_tutor: Generated<boolean>
    register_status: Generated<number>
    learning_language: Language | null
    created_at: Generated<Date>
  }
  identities: { provider: string; issuer: string; subject: string; user_id: number }
  emails: { email: string; user_id: number; verified_at: Date | null }
  phones: { e164: string; user_id: number; verified_at: Generated<Date> }
  sessions: {
    token_sha256: string
    user_id: number
    device: Generated<string>
    created_at: Generated<Date>
    expires_at: Generated<Date>
  }
  code_challenges: {
    id: string
    channel: 'email' | 'phone'
    target: string
    code_hmac: string
    attempts: Generated<number>
    browser_sha256: string
    address: string
    mailbox: Generated<string>
    network: Generated<string>
    site: Generated<string>
    is_sent: Generated<boolean>
    created_at: Generated<Date>
    expires_at: Generated<Date>
    consumed_at: Date | null
    verified_at: Date | null
  }
  code_hours: { channel: 'email' | 'phone'; hour: Date; sent: Generated<number>; verified: Generated<number> }
  oauth_transactions: {
    state_sha256: string
    provider: string
    code_verifier: string
    nonce: string
    next: string
    browser_sha256: string
    expires_at: Generated<Date>
  }
  /** Used single-use tokens: `id_sha256` hashes an app token's issuer and jti, or a proof of work. */
  app_tokens: { id_sha256: string; expires_at: Generated<Date> }
  user_languages: { user_id: number; language: string; level: number; is_learning: Generated<boolean> }
  user_purposes: {
    user_id: number
    language: Language
    role: PurposeRole
    purpose: Purpose
    sub_purpose: Generated<string>
  }
  free_trial_events: { user_id: number; fired_at: Generated<Date> }
  teachers: {
    user_id: number
    recording_permission: Generated<boolean>
    min_price: number
    about: Generated<string>
    levels: Generated<Level[]>
    booking_url: Generated<string>
  }
  teacher_languages: { user_id: number; language: Language }
  teacher_slots: { user_id: number; start_time: Date; end_time: Date; booked: Generated<boolean> }
  vocabulary_sets: {
    card_set_id: GeneratedAlways<number>
    title: string
    front_language: Language
    back_language: Language
    language_level: Level
    text_code: Json<string[]>
    creator_id: number | null
    copied_count: Generated<number>
    import_key: string | null
  }
  vocabulary_cards: { card_set_id: number; position: number; front: string; back: string }
  community_posts: {
    id: string
    report_id: string
    text: Generated<string>
    created_at: Generated<Date>
    taken_down_at: Date | null
  }
  post_ledger: {
    post_id: string
    user_id: number
    assessment_id: string
    posted_at: Generated<Date>
    taken_down_at: Date | null
  }
  events: {
    id: string
    name: string
    occurred_at: Date | string
    received_at: Generated<Date>
    visitor: string | null
    properties: Json<Record<string, unknown>>
    forwarded_at: Generated<Date | null>
    /** BCP 47 tag of the page that sent it. */
    interface_language: Generated<string | null>
    traceparent: Generated<string | null>
  }
  /** One row: which process forwards events, until when, and received since when. */
  event_forwarding: {
    id: Generated<number>
    holder: string | null
    leased_until: Generated<Date>
    forwards_since: Date | null
  }
  refused_events: { event_id: string; status: number; refused_at: Generated<Date>; resend: Generated<boolean> }
  /** One row once finished tests go to a webhook. */
  result_webhook: { id: Generated<number>; since: Generated<Date> }
  /** Written by db/results.ts. */
  result_deliveries: {
    assessment_id: string
    queued_at: Generated<Date>
    tries: Generated<number>
    /** Infinity, as a number, once given up. */
    next_try_at: Generated<Date | number | null>
    delivered_at: Generated<Date | null>
    last_failure: Generated<string>
    traceparent: string | null
  }
}

export type Database = Kysely<Tables>

export type OpenDatabase = {
  db: Database
  storage: Storage
  /** The pool of a Postgres server: all connections, the idle ones, and how many more are wanted. */
  connections?: () => { all: number; idle: number; wanted: number }
  close: () => Promise<void>
}
