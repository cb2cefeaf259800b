import { type RawBuilder, sql } from 'kysely'
import type { FunnelRow, InsightsFilter, LevelRow, QuestionRow } from '#contract/insights.ts'
import type { Language } from '#quiz/languages.ts'
import type { Database } from '../schema.ts'
import { rolledUp } from './roll-ups.ts'

async function rowsOf<Row>(db: Database, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

const matching = ({ language, interface_language }: InsightsFilter) =>
  sql`(${language} = '' or language = ${language}) and (${interface_language} = '' or interface_language = ${interface_language})`

const sums = sql`sum(answered)::int as answered, sum(is_right)::int as "right", sum(unknown)::int as unknown,
  (sum(milliseconds) / nullif(sum(timed), 0) / 1000)::float8 as seconds`

/** Distinct visitors at each step, counted once a day; before a language is chosen, the visitors of all languages. */
export function readFunnel(db: Database, filter: InsightsFilter): Promise<FunnelRow[]> {
  const anyLanguage = { ...filter, language: '' as const }
  return rowsOf(
    db,
    sql<FunnelRow>`select step, sum(visitors)::int as visitors from ${rolledUp('daily_visits', filter)} as visits
      where (${matching(filter)}) or (language = '' and ${matching(anyLanguage)}) group by 1`,
  )
}

export function readQuestions(db: Database, filter: InsightsFilter): Promise<QuestionRow[]> {
  return rowsOf(
    db,
    sql<QuestionRow>`select position, ${sums} from ${rolledUp('daily_questions', filter)} as questions
      where ${matching(filter)} group by 1 order by 1`,
  )
}

/** Results by language and level, and how many attempts were started. */
export async function readAttempts(
  db: Database,
  filter: InsightsFilter,
): Promise<{ started: number; levels: LevelRow[] }> {
  const rows = await rowsOf(
    db,
    sql<LevelRow | { language: Language; level: ''; assessments: number }>`
      select language, level, sum(assessments)::int as assessments from ${rolledUp('daily_assessments', filter)} as daily
      where ${matching(filter)} group by 1, 2 order by 1, 2`,
  )
  const started = rows.reduce((sum, { level, assessments }) => sum + (level === '' ? assessments : 0), 0)
  return { started, levels: rows.filter((row): row is LevelRow => row.level !== '') }
}

type ItemCounts = {
  item_id: number
  item_version: string
  answered: number
  right: number
  unknown: number
  seconds: number | null
}

/** The answers to each version of each item of a language, over all interface languages. */
export function readItems(db: Database, language: Language, filter: InsightsFilter): Promise<ItemCounts[]> {
  return rowsOf(
    db,
    sql<ItemCounts>`select item_id, item_version, ${sums} from ${rolledUp('daily_items', filter)} as items
      where language = ${language} group by 1, 2`,
  )
}

type Asked = { language: Language; itemId: number; itemVersion: string }

/** How often each set of options was chosen, the most chosen first; [] is "I don't know". */
export function readChoices(
  db: Database,
  { language, itemId, itemVersion }: Asked,
  filter: InsightsFilter,
): Promise<{ choice: string[]; chosen: number; isRight: boolean }[]> {
  return rowsOf(
    db,
    sql<{ choice: string[]; chosen: number; isRight: boolean }>`
      select choice::jsonb as choice, sum(answered)::int as chosen, sum(is_right) > 0 as "isRight"
      from ${rolledUp('daily_items', filter)} as items
      where language = ${language} and item_id = ${itemId} and item_version = ${itemVersion} group by choice order by 2 desc`,
  )
}
