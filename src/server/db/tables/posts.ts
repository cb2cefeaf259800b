import { sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { inTransaction } from '../connection/retry.ts'
import type { Database } from '../schema.ts'
import { lockUser } from './users.ts'

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

/** Whether staff took down a post of this attempt, even if the post or its report is gone since. */
export async function isTakenDown(db: Database, attemptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('post_ledger')
    .select('post_id')
    .where('assessment_id', '=', attemptId)
    .where('taken_down_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * How many posts the account has made in the last 24 hours, deleted ones included; in its first day with those of the
 * account that its person had before.
 */
export async function countRecentPosts(db: Database, userId: number): Promise<number> {
  const aDayAgo = sql<Date>`now() - interval '24 hours'`
  const { posts } = await db
    .selectFrom('post_ledger')
    .select(sql<number>`count(*)::integer`.as('posts'))
    .where('user_id', '=', userId)
    .where('posted_at', '>', aDayAgo)
    .executeTakeFirstOrThrow()
  const young = await db
    .selectFrom('users')
    .select('posts_before')
    .where('id', '=', userId)
    .where('created_at', '>', aDayAgo)
    .executeTakeFirst()
  return posts + (young?.posts_before ?? 0)
}

type NewPost = { id: string; report_id: string; text: string; userId: number; attemptId: string }

/** Creates the post and counts it. @returns false if the report already has a post, even one taken down */
export async function insertPost(db: Database, { id, report_id, text, userId, attemptId }: NewPost): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('community_posts')
    .values({ id, report_id, text })
    .onConflict((conflict) => conflict.column('report_id').doUpdateSet({ text }).where('community_posts.id', '=', id))
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await db
    .insertInto('post_ledger')
    .values({ post_id: id, user_id: userId, assessment_id: attemptId })
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
 * Takes a post down: the text goes. The row stays while its report does, and the ledger's for as long as the attempt,
 * so that it is neither posted nor shared again. With its account all of it goes.
 */
export async function takeDownPost(db: Database, { id, user_id, assessment_id }: PostRow): Promise<void> {
  const taken_down_at = sql<Date>`now()`
  await inTransaction(db, async (trx) => {
    if (!(await lockUser(trx, user_id))) return
    await trx
      .insertInto('post_ledger')
      .values({ post_id: id, user_id, assessment_id, taken_down_at })
      .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ taken_down_at }))
      .execute()
    await trx.updateTable('community_posts').set({ text: '', taken_down_at }).where('id', '=', id).execute()
  })
}
