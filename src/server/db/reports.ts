import type { PublicReport } from '#contract/sharing.ts'
import type { Database } from './schema.ts'

/** How far the account's assessment is, or undefined when it has none with this id. */
export async function findOwnAssessment(
  db: Database,
  userId: number,
  assessmentId: string,
): Promise<{ finished_at: Date | null } | undefined> {
  return db
    .selectFrom('assessments')
    .select('finished_at')
    .where('id', '=', assessmentId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** The id of the assessment's report: `id` when it had none. */
export async function ensureReport(db: Database, id: string, assessmentId: string): Promise<string> {
  await db
    .insertInto('reports')
    .values({ id, assessment_id: assessmentId })
    .onConflict((conflict) => conflict.column('assessment_id').doNothing())
    .execute()
  const stored = await db
    .selectFrom('reports')
    .select('id')
    .where('assessment_id', '=', assessmentId)
    .executeTakeFirstOrThrow()
  return stored.id
}

/** @returns whether the account had a report with this id */
export async function deleteOwnReport(db: Database, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reports')
    .where('id', '=', id)
    .where('assessment_id', 'in', db.selectFrom('assessments').select('id').where('user_id', '=', userId))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What everybody may see of a report, the person as they are now. */
export async function findPublicReport(db: Database, id: string): Promise<PublicReport | undefined> {
  return db
    .selectFrom('reports')
    .innerJoin('assessments', 'assessments.id', 'assessment_id')
    .innerJoin('users', 'users.id', 'assessments.user_id')
    .select([
      'nickname',
      'avatar_file_name',
      'language',
      'level',
      'than as percentile',
      'than_of as percentile_of',
      'finished_at',
    ])
    .where('reports.id', '=', id)
    .$narrowType<PublicReport>()
    .executeTakeFirst()
}
