import { sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { ObservedResults } from '#quiz/percentile.ts'
import type { Database } from './schema.ts'

/** A result as it is compared with others: by level, within a level by theta, in tenths. */
export type Reached = { language: Language; level: Level; theta: number }

const toScore = (theta: number) => Math.round(theta * 10)

/** Counts one more result. The last statement of a transaction: others who finish with the same result wait for its end. */
export async function countResult(db: Database, { language, level, theta }: Reached): Promise<void> {
  await db
    .insertInto('result_counts')
    .values({ language, level, score: toScore(theta), finished: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['language', 'level', 'score'])
        .doUpdateSet(({ ref }) => ({ finished: sql<number>`${ref('result_counts.finished')} + 1` })),
    )
    .execute()
}

/** The results so far in the language, and how many of them are below the given one. */
export async function observedResults(db: Database, { language, level, theta }: Reached): Promise<ObservedResults> {
  const row = await db
    .selectFrom('result_counts')
    .select(sql<number>`coalesce(sum(finished), 0)::int`.as('finished'))
    .select(
      sql<number>`coalesce(sum(finished) filter (where (level, score) < (${level}, ${toScore(theta)})), 0)::int`.as(
        'below',
      ),
    )
    .where('language', '=', language)
    .executeTakeFirstOrThrow()
  return row
}
