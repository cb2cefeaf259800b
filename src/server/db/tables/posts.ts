import type { PostOnPage } from '#contract/page-data.ts'
import type { Database } from '../schema.ts'

type NewPost = { id: string; report_id: string; text: string }

/** @returns false if the report already has a post, unless it's this one: a retry finds its own */
export async function insertPost(db: Database, { id, report_id, text }: NewPost): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('community_posts')
    .values({ id, report_id, text })
    .onConflict((conflict) => conflict.column('report_id').doUpdateSet({ text }).where('community_posts.id', '=', id))
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The newest posts, or the next after the one with the id `before`. */
export async function findPosts(
  db: Database,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<PostOnPage[]> {
  const posts = db
    .selectFrom('community_posts')
    .innerJoin('reports', 'reports.id', 'report_id')
    .innerJoin('assessments', 'assessments.id', 'assessment_id')
    .innerJoin('users', 'users.id', 'assessments.user_id')
    .select([
      'community_posts.id',
      'report_id',
      'text',
      'community_posts.created_at',
      'nickname',
      'avatar_file_name',
      'language',
      'level',
    ])
    .orderBy('community_posts.id', 'desc')
    .limit(limit)
    .$narrowType<PostOnPage>()
  return (before === undefined ? posts : posts.where('community_posts.id', '<', before)).execute()
}
