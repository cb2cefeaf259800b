import { sql } from 'kysely'
import type { Database } from '../schema.ts'

const AT_ONCE = 5000

/**
 * Adds the results that have arrived to the counts, a few thousand at once. Several processes may do so at the same
 * time: none takes what another has.
 */
export async function foldResults(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ folded: number }>`
      with taken as (
        delete from result_arrivals where id in (
          select id from result_arrivals order by id limit ${AT_ONCE}::integer for update skip locked
        ) returning language, level, score
      ), added as (
        insert into result_counts as counts (language, level, score, finished)
        select language, level, score, count(*) from taken group by language, level, score order by language, level, score
        on conflict (language, level, score) do update set finished = counts.finished + excluded.finished
      )
      select count(*)::integer as folded from taken`.execute(db)
    if ((rows[0]?.folded ?? 0) < AT_ONCE) return
  }
}
