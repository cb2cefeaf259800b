import { Type } from 'typebox'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { type Endpoint, SHOWN } from './endpoint.ts'
import { LOCALES } from './locales.ts'
import { urls } from './urls.ts'

/** Years of four digits without leading zeros: Postgres has no year 0. */
const Day = Type.String({ format: 'date', pattern: '^[1-9]' })

/** The page's filter: whole days in UTC, inclusive; '' is all. */
export const InsightsFilter = Type.Object({
  from: Day,
  to: Day,
  language: Type.Enum(['', ...LANGUAGES]),
  interface_language: Type.Enum(['', ...LOCALES]),
})
export type InsightsFilter = Type.Static<typeof InsightsFilter>

/** The funnel from the landing to a teacher, by the event of each step. */
export const FUNNEL_STEPS = ['landing', 'language', 'begun', 'last', 'signup', 'report', 'teacher'] as const

type FunnelStep = (typeof FUNNEL_STEPS)[number]

export type FunnelRow = { step: FunnelStep; visitors: number }

/**
 * Answers at one position of the test. `seconds` is the mean, each answer capped at two minutes; null without times.
 */
export type QuestionRow = { position: number; answered: number; right: number; unknown: number; seconds: number | null }

export type LevelRow = { language: Language; level: Level; assessments: number }

/** An item in its current version. */
export type ItemRow = {
  item_id: number
  level: Level
  kind: 'picture' | 'sentence'
  answered: number
  right: number
  unknown: number
  seconds: number | null
  /** How many people flagged it. */
  flags: number
}

export type InsightsData = {
  filter: InsightsFilter
  started: number
  funnel: FunnelRow[]
  questions: QuestionRow[]
  levels: LevelRow[]
  /** For the filter's language; null without one. */
  items: ItemRow[] | null
}

/** The tables available as CSV. */
const INSIGHTS_TABLES = ['funnel', 'questions', 'levels', 'items'] as const

export type InsightsTable = (typeof INSIGHTS_TABLES)[number]

export const insightsQuery = Type.Partial(InsightsFilter)

export const itemParams = Type.Object(
  { language: Type.Enum([...LANGUAGES]), item_id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) },
  { additionalProperties: false },
)

export const getInsightsTable = {
  method: 'GET',
  url: urls.insightsTable(':table'),
  config: SHOWN,
  schema: {
    summary: 'staff: a table of the figures',
    querystring: insightsQuery,
    params: Type.Object({ table: Type.Enum([...INSIGHTS_TABLES]) }, { additionalProperties: false }),
  },
} as const satisfies Endpoint
