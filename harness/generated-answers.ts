import { sql } from 'kysely'
import { LANGUAGES } from '#quiz/languages.ts'
import { QUESTIONS, ROUND_SIZE } from '#quiz/test-plan.ts'
import type { Database } from '#server/db/schema.ts'

type Amount = { assessments: number; days: number }

/** Finished assessments and their events, spread evenly over the last `days` before today; the database makes them. */
export async function generateAnswers(db: Database, { assessments, days }: Amount): Promise<void> {
  const id = sql`('018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
  const language = sql`(array[${sql.join(LANGUAGES.map((name) => sql.lit(name)))}])[1 + n % ${sql.lit(LANGUAGES.length)}]`
  const locale = sql`(array['en', 'es', 'de', 'ja'])[1 + n / 8 % 4]`
  // From one minute past midnight, so that no test lasts into the next day.
  const time = sql`((now() at time zone 'utc')::date - 1 - n % ${sql.lit(days)} + interval '1 minute') at time zone 'utc'`
  const level = sql`(array['A1', 'A2', 'B1', 'B2', 'C1', 'C2'])[1 + n / 3 % 6]`
  const all = sql`generate_series(1, ${sql.lit(assessments)}) as n`
  for (const statement of [
    sql`insert into assessments (id, visitor, flow_id, language, interface_language, created_at, level, than, finished_at, answered,
        earlier, round, choices, is_correct, elapsed_ms, answered_at)
      select ${id}, 'v' || n, 'f', ${language}, ${locale}, ${time}, ${level}, 50, ${time} + interval '5 minutes', ${sql.lit(QUESTIONS)},
        jsonb_agg(item order by position) filter (where position <= ${sql.lit(QUESTIONS - ROUND_SIZE)}), jsonb_agg(item order by position) filter (where position > ${sql.lit(QUESTIONS - ROUND_SIZE)}),
        jsonb_agg((array['["a"]', '["b"]', '["a"]', '[]'])[1 + (n + position) % 4]::jsonb order by position),
        array_agg((n + position) % 2 = 0 order by position), array_agg(4000), array_agg(${time} + interval '1 minute')
      from ${all}, generate_series(1, ${sql.lit(QUESTIONS)}) as position,
        jsonb_build_object('item_id', 1 + (n * 7 + position * 13) % 300, 'item_version', 'v', 'level', ${level},
          'question', 'He suggested that we ____ the bus to the museum.', 'image', '',
          'correct', '["a"]'::jsonb, 'options', '["a", "b", "c", "d"]'::jsonb) as item
      group by n`,
    sql`insert into events (id, name, occurred_at, received_at, visitor, interface_language, properties)
      select gen_random_uuid(), name, ${time}, ${time}, 'v' || n, ${locale}, json_build_object('language', ${language})
      from ${all}, unnest(array['select_language', 'view_signup', 'view_report']) as name`,
    sql`analyze`,
  ])
    await statement.execute(db)
}
