import type { PublicReport } from '#contract/reports.ts'
import { inTransaction } from '../connection/retry.ts'
import type { Database } from '../schema.ts'
import { lockUser } from './users.ts'

async function findReportOf(db: Database, attemptId: string): Promise<string | undefined> {
  const stored = await db.selectFrom('reports').select('id').where('assessment_id', '=', attemptId).executeTakeFirst()
  return stored?.id
}

/**
 * The id of the report of an account's attempt, which becomes `id` if it had none; undefined if the account was just
 * deleted.
 */
export async function ensureReport(
  db: Database,
  { id, attemptId, userId }: { id: string; attemptId: string; userId: number },
): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    if (!(await lockUser(trx, userId))) return undefined
    const own = await findReportOf(trx, attemptId)
    if (own !== undefined) return own
    await trx
      .insertInto('reports')
      .values({ id, assessment_id: attemptId })
      .onConflict((conflict) => conflict.column('assessment_id').doNothing())
      .execute()
    return findReportOf(trx, attemptId)
  })
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

/** The public data of a report, with the person's current name and avatar. */
export async function findPublicReport(db: Database, id: string): Promise<PublicReport | undefined> {
  return db
    .selectFrom('reports')
    .innerJoin('assessments', 'assessments.id', 'assessment_id')
    .innerJoin('users', 'users.id', 'assessments.user_id')
    .select(['nickname', 'avatar_file_name', 'language', 'level', 'percentile', 'finished_at'])
    .where('reports.id', '=', id)
    .$narrowType<PublicReport>()
    .executeTakeFirst()
}

/** The data of an account's report, existing or not; undefined if the attempt isn't theirs. */
export async function findOwnReport(
  db: Database,
  userId: number,
  attemptId: string,
): Promise<PublicReport | undefined> {
  return db
    .selectFrom('assessments')
    .innerJoin('users', 'users.id', 'assessments.user_id')
    .select(['nickname', 'avatar_file_name', 'language', 'level', 'percentile', 'finished_at'])
    .where('assessments.id', '=', attemptId)
    .where('users.id', '=', userId)
    .where('finished_at', 'is not', null)
    .$narrowType<PublicReport>()
    .executeTakeFirst()
}

type ReportOwner = { userId: number; attemptId: string; interfaceLanguage: string }

/** The account behind a public report; undefined if no report has this id. */
export async function findReportOwner(db: Database, reportId: string): Promise<ReportOwner | undefined> {
  return db
    .selectFrom('reports')
    .innerJoin('assessments', 'assessments.id', 'assessment_id')
    .innerJoin('users', 'users.id', 'assessments.user_id')
    .select(['users.id as userId', 'assessment_id as attemptId'])
    .select('interface_language as interfaceLanguage')
    .where('reports.id', '=', reportId)
    .executeTakeFirst()
}
