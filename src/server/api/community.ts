import { v7 as uuidv7 } from 'uuid'
import { type CommunityPost, createPost, deletePost } from '#contract/sharing.ts'
import {
  countRecentPosts,
  deletePost as deletePostRow,
  findPost,
  findReportOwner,
  insertPost,
  isTakenDown,
  takeDownPost,
} from '../db/reports.ts'
import { inTransaction } from '../db/retry.ts'
import type { Database } from '../db/schema.ts'
import { lockUser, type User } from '../db/users.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { requireSharing } from '../visitor/country.ts'
import { isStaff, requireSignedIn } from '../visitor/session.ts'
import { cleanPostText } from '../visitor/user-text.ts'

export type CommunityContext = { db: Database; settings: Settings }

/**
 * Deletes the account's own post; staff may take down any post.
 * @throws Refusal 404 if there is no such post or it belongs to somebody else
 */
export async function removePost({ db, settings }: CommunityContext, user: User, postId: string): Promise<void> {
  const post = await findPost(db, postId)
  if (post?.user_id === user.id) return deletePostRow(db, postId)
  if (post && (await isStaff(db, settings, user))) return takeDownPost(db, post)
  throw new Refusal(404, 'not_found', 'There is no post of yours with this id.')
}

async function post({ db, settings }: CommunityContext, user: User, row: Omit<CommunityPost, 'post_id'>) {
  const id = uuidv7()
  return inTransaction(db, async (trx): Promise<CommunityPost> => {
    await lockUser(trx, user.id)
    const owner = await findReportOwner(trx, row.report_id)
    if (owner?.userId !== user.id)
      throw new Refusal(404, 'not_found', 'There is no public report of yours with this id.')
    const isPosted = !(await isTakenDown(trx, owner.assessmentId)) && (await insertPost(trx, { id, ...row, ...owner }))
    if (!isPosted) throw new Refusal(409, 'already_posted', 'This report has already been posted.')
    if ((await countRecentPosts(trx, user.id)) > settings.COMMUNITY_POSTS_PER_DAY)
      throw new Refusal(
        429,
        'too_many_requests',
        'You have reached the daily limit of posts. Please come back tomorrow.',
      )
    return { post_id: id, ...row }
  })
}

/** Community posts, where we are the marketplace (docs/decisions/015). */
export function communityRoutes(app: App, context: CommunityContext): void {
  app.route({
    ...createPost,
    handler: async (request, reply) => {
      const user = await requireSignedIn(context.db, request)
      requireSharing(request, context.settings, user)
      const { report_id, text = '' } = request.body
      return reply.code(201).send({ data: await post(context, user, { report_id, text: cleanPostText(text) }) })
    },
  })

  app.route({
    ...deletePost,
    handler: async (request, reply) => {
      const user = await requireSignedIn(context.db, request)
      await removePost(context, user, request.params.post_id)
      return reply.code(204).send(null)
    },
  })
}
