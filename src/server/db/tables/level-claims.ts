import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '../schema.ts'

export type LevelClaimRow = Selectable<Tables['level_claims']>

type Said = Omit<LevelClaimRow, 'assessment_id' | 'created_at'>

/**
 * One level claim for each finished attempt of the account; a later one replaces the earlier.
 * @returns undefined if the account has no such attempt
 */
export async function recordLevelClaim(
  db: Database,
  { id, userId }: { id: string; userId: number },
  said: Said,
): Promise<LevelClaimRow | undefined> {
  const { fit, source, certificate, grade, year, level } = said
  return db
    .insertInto('level_claims')
    .columns(['assessment_id', 'fit', 'source', 'certificate', 'grade', 'year', 'level'])
    .expression((from) =>
      from
        .selectFrom('assessments')
        .select('id')
        .select([
          sql<typeof fit>`${fit}::text`.as('fit'),
          sql<typeof source>`${source}::text`.as('source'),
          sql<typeof certificate>`${certificate}::text`.as('certificate'),
          sql<typeof grade>`${grade}::text`.as('grade'),
          sql<typeof year>`${year}::smallint`.as('year'),
          sql<typeof level>`${level}::text`.as('level'),
        ])
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('finished_at', 'is not', null)
        // Nothing to say of an attempt that is being deleted, which waits for this, or has been.
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.column('assessment_id').doUpdateSet({ ...said, created_at: sql<Date>`now()` }))
    .returningAll()
    .executeTakeFirst()
}

/** What was said of these attempts. */
export async function findLevelClaims(db: Database, ids: readonly string[]): Promise<LevelClaimRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('level_claims').selectAll().where('assessment_id', 'in', ids).execute()
}
