import { type RawBuilder, sql } from 'kysely'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { inTransaction } from '../connection/retry.ts'
import type { Database, Tables } from '../schema.ts'

/** Days as YYYY-MM-DD in UTC, from the first to before the last. */
type Days = { from: RawBuilder<unknown>; until: RawBuilder<unknown> }

const instant = (day: RawBuilder<unknown>) => sql`(${day}::date::timestamp at time zone 'utc')`
const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'utc')::date`
const within = (column: string, { from, until }: Days) =>
  sql`${sql.ref(column)} >= ${instant(from)} and ${sql.ref(column)} < ${instant(until)}`

/**
 * An attempt lasts at most a day (db/tables/attempts.ts), so an index on its start finds all that can have answers
 * of these days.
 */
const begunFor = ({ from, until }: Days) =>
  sql`created_at >= ${instant(from)} - interval '2 days' and created_at < ${instant(until)}`

/** A longer answer time is a break, not reading or thinking. */
const LONGEST_MS = 120_000

const counts = sql`count(*)::int as answered, (count(*) filter (where is_correct))::int as is_right,
  (count(*) filter (where choice = '[]'))::int as unknown, count(elapsed_ms)::int as timed,
  coalesce(sum(least(elapsed_ms, ${LONGEST_MS})), 0)::bigint as milliseconds`

const answers = (days: Days) => sql`from assessment_items where ${begunFor(days)} and ${within('answered_at', days)}`

/** The funnel from the landing to a teacher: which events make which step. */
const step = sql`case
  when name = 'view_free_assessment_landing_page' then 'landing'
  when name = 'select_language' then 'language'
  when name = 'view_question' and properties ->> 'position' = '1' then 'begun'
  when name = 'answer_question' and properties ->> 'position' = ${String(QUESTIONS)} then 'last'
  when name = 'view_signup' then 'signup'
  when name = 'view_report' then 'report'
  when name = 'recommend_teacher_click' then 'teacher' end`

export type RollUp = Extract<keyof Tables, `daily_${string}`>

/** The rows of each roll-up, computed from attempts and events, in the column order of its table. */
const sources = {
  daily_assessments: (days: Days) => sql`
    select ${dayOf('created_at')} as day, language, interface_language, '' as level, count(*)::int as assessments
    from assessments where ${within('created_at', days)} group by 1, 2, 3
    union all
    select ${dayOf('finished_at')} as day, language, interface_language, level, count(*)::int as assessments
    from assessments where ${begunFor(days)} and ${within('finished_at', days)} group by 1, 2, 3, 4`,
  daily_questions: (days: Days) => sql`
    select ${dayOf('answered_at')} as day, language, interface_language, position, ${counts}
    ${answers(days)} group by 1, 2, 3, 4`,
  daily_items: (days: Days) => sql`
    select language, item_id, item_version, ${dayOf('answered_at')} as day, choice::text as choice,
      level, ${counts}
    ${answers(days)} group by 1, 2, 3, 4, 5, 6`,
  // A visitor has no cookie before the first test, but each visit has a flow id.
  daily_visits: (days: Days) => sql`
    select ${dayOf('received_at')} as day, ${step} as step, coalesce(properties ->> 'language', '') as language,
      coalesce(interface_language, '') as interface_language,
      count(distinct coalesce(visitor, properties ->> 'flow_id'))::int as visitors
    from events where ${within('received_at', days)} and ${step} is not null group by 1, 2, 3, 4`,
} satisfies Record<RollUp, (days: Days) => RawBuilder<unknown>>

/** Days not rolled up yet that ended at least an hour ago, so that none of their rows is still being committed. */
export async function daysToRollUp(db: Database): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day from generate_series(
      coalesce(
        (select max(day) + 1 from insights_days),
        least(
          (select ${dayOf('created_at')} from assessments order by created_at limit 1),
          (select ${dayOf('received_at')} from events order by received_at limit 1)
        )
      )::timestamp,
      (now() - interval '1 hour') at time zone 'utc' - interval '1 day',
      interval '1 day'
    ) as day`.execute(db)
  return rows.map(({ day }) => day)
}

/** Adds one day to the roll-ups. If several processes try, one does it. */
export async function rollUpDay(db: Database, day: string): Promise<void> {
  const days = { from: sql`${day}`, until: sql`(${day}::date + 1)` }
  await inTransaction(db, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('insights_days')
      .values({ day })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return
    for (const [table, source] of Object.entries(sources))
      await sql`insert into ${sql.table(table)} select * from (${source(days)}) as sums`.execute(trx)
  })
}

/** A roll-up over a filter's days; days not rolled up yet are counted live. */
export function rolledUp(table: RollUp, { from, to }: { from: string; to: string }): RawBuilder<unknown> {
  const live = {
    from: sql`greatest(${from}::date, coalesce((select max(day) + 1 from insights_days), '-infinity'))`,
    until: sql`(${to}::date + 1)`,
  }
  return sql`(select * from ${sql.table(table)} where day between ${from}::date and ${to}::date
    union all select * from (${sources[table](live)}) as live)`
}
