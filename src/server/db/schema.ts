import type { ColumnType, Generated, Kysely } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'

/** A jsonb column: read as a value, written as its JSON text. */
type Json<Value> = ColumnType<Value, string, string>

export type Tables = {
  assessments: {
    id: string
    visitor: string
    flow_id: string
    language: Language
    interface_language: string
    level_rule: Generated<string>
    seen: Json<number[]>
    created_at: Generated<Date>
    finished_at: Date | null
    level: Level | null
    than: number | null
  }
  assessment_items: {
    assessment_id: string
    position: number
    item_id: number
    item_version: string
    level: Level
    question: string
    image: string
    correct: Json<string[]>
    options: Json<string[]>
    choice: ColumnType<string[] | null, string | null, string | null>
    is_correct: boolean | null
    elapsed_ms: number | null
    answered_at: Date | null
  }
  events: {
    id: string
    name: string
    occurred_at: Date | string
    received_at: Generated<Date>
    visitor: string | null
    properties: Json<Record<string, unknown>>
  }
}

export type Database = Kysely<Tables>
