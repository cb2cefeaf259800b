import { sql } from 'kysely'
import type { PublicReport } from '#contract/sharing.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { inTransaction } from './retry.ts'
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

/** Whether staff took down a post of this assessment, even if the post or its report is gone since. */
export async function isTakenDown(db: Database, assessmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('post_ledger')
    .select('post_id')
    .where('assessment_id', '=', assessmentId)
    .where('taken_down_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

async function findReportOf(db: Database, assessmentId: string): Promise<string | undefined> {
  const stored = await db
    .selectFrom('reports')
    .select('id')
    .where('assessment_id', '=', assessmentId)
    .executeTakeFirst()
  return stored?.id
}

/** The id of the assessment's report, which becomes `id` if it had none; undefined if it has none and staff took down its post. */
export async function ensureReport(db: Database, id: string, assessmentId: string): Promise<string | undefined> {
  const known = await findReportOf(db, assessmentId)
  if (known !== undefined || (await isTakenDown(db, assessmentId))) return known
  await db
    .insertInto('reports')
    .values({ id, assessment_id: assessmentId })
    .onConflict((conflict) => conflict.column('assessment_id').doNothing())
    .execute()
  return findReportOf(db, assessmentId)
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

export type PublicReportRow = Omit<PublicReport, 'band'> & {
  assessment_id: string
  band_lowest: Level | null
  band_highest: Level | null
}

/** What everybody may see of a report, with the person's present name and avatar. The band is kept with the first page that shows it. */
export async function findPublicReport(db: Database, id: string): Promise<PublicReportRow | undefined> {
  return db
    .selectFrom('reports')
    .innerJoin('assessments', 'assessments.id', 'assessment_id')
    .innerJoin('users', 'users.id', 'assessments.user_id')
    .select([
      'assessment_id',
      'nickname',
      'avatar_file_name',
      'language',
      'level',
      'band_lowest',
      'band_highest',
      'than as percentile',
      'than_of as percentile_of',
      'finished_at',
    ])
    .where('reports.id', '=', id)
    .$narrowType<PublicReportRow>()
    .executeTakeFirst()
}

export type PostRow = {
  id: string
  report_id: string
  assessment_id: string
  text: string
  created_at: Date
  user_id: number
  nickname: string
  avatar_file_name: string
  language: Language
  level: Level
}

/** The account whose assessment a public report shows; undefined if no report has this id. */
export async function findReportOwner(
  db: Database,
  reportId: string,
): Promise<{ userId: number; assessmentId: string } | undefined> {
  const row = await db
    .selectFrom('reports')
    .innerJoin('assessments', 'assessments.id', 'assessment_id')
    .select(['user_id', 'assessment_id'])
    .where('reports.id', '=', reportId)
    .executeTakeFirst()
  return row && row.user_id !== null ? { userId: row.user_id, assessmentId: row.assessment_id } : undefined
}

/** How many posts the account has made in the last 24 hours, deleted ones included. */
export async function countRecentPosts(db: Database, userId: number): Promise<number> {
  const { posts } = await db
    .selectFrom('post_ledger')
    .select(sql<number>`count(*)::integer`.as('posts'))
    .where('user_id', '=', userId)
    .where('posted_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return posts
}

type NewPost = { id: string; report_id: string; text: string; userId: number; assessmentId: string }

/** Creates the post and counts it. @returns false if the report already has a post, even one taken down */
export async function insertPost(
  db: Database,
  { id, report_id, text, userId, assessmentId }: NewPost,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('community_posts')
    .values({ id, report_id, text })
    .onConflict((conflict) => conflict.column('report_id').doUpdateSet({ text }).where('community_posts.id', '=', id))
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await db
    .insertInto('post_ledger')
    .values({ post_id: id, user_id: userId, assessment_id: assessmentId })
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .execute()
  return true
}

function shownPosts(db: Database) {
  return db
    .selectFrom('community_posts')
    .innerJoin('reports', 'reports.id', 'report_id')
    .innerJoin('assessments', 'assessments.id', 'assessment_id')
    .innerJoin('users', 'users.id', 'assessments.user_id')
    .select([
      'community_posts.id',
      'report_id',
      'assessment_id',
      'text',
      'community_posts.created_at',
      'users.id as user_id',
      'nickname',
      'avatar_file_name',
      'language',
      'level',
    ])
    .where('taken_down_at', 'is', null)
    .$narrowType<PostRow>()
}

/** The newest posts, or the next after the one with the id `before`. */
export async function findPosts(
  db: Database,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<PostRow[]> {
  const posts = shownPosts(db).orderBy('community_posts.id', 'desc').limit(limit)
  return (before === undefined ? posts : posts.where('community_posts.id', '<', before)).execute()
}

export async function findPost(db: Database, id: string): Promise<PostRow | undefined> {
  return shownPosts(db).where('community_posts.id', '=', id).executeTakeFirst()
}

export async function deletePost(db: Database, id: string): Promise<void> {
  await db.deleteFrom('community_posts').where('id', '=', id).execute()
}

/**
 * Takes a post down: the text goes. The row stays while its report does, and the ledger's for as long as the assessment, so that it is
 * neither posted nor shared again.
 */
export async function takeDownPost(db: Database, { id, user_id, assessment_id }: PostRow): Promise<void> {
  const taken_down_at = sql<Date>`now()`
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('post_ledger')
      .values({ post_id: id, user_id, assessment_id, taken_down_at })
      .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ taken_down_at }))
      .execute()
    await trx.updateTable('community_posts').set({ text: '', taken_down_at }).where('id', '=', id).execute()
  })
}
