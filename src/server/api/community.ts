import { v7 as uuidv7 } from 'uuid'
import { type CommunityPost, createPost, deletePost } from '#contract/sharing.ts'
import type { Settings } from '#settings/settings.ts'
import { inTransaction } from '../db/connection/retry.ts'
import type { Database } from '../db/schema.ts'
import {
  countRecentPosts,
  deletePost as deletePostRow,
  findPost,
  insertPost,
  isTakenDown,
  takeDownPost,
} from '../db/tables/posts.ts'
import { findReportOwner } from '../db/tables/reports.ts'
import { lockUser, type User } from '../db/tables/users.ts'
import { Refusal } from '../http/refusal.ts'
import type { App } from '../http/server.ts'
import { cleanPostText } from '../names/user-text.ts'
import { requireSharing } from '../who/country.ts'
import { type Identity, requireSignedIn } from '../who/identity.ts'
import { isStaff } from '../who/staff.ts'

export type CommunityContext = { db: Database; who: Identity; settings: Settings }

/**
 * Deletes the account's own post; staff may take down any post.
 * @throws Refusal 404 if there is no such post or it belongs to somebody else
 */
export async function removePost(
  { db, settings }: Omit<CommunityContext, 'who'>,
  user: User,
  postId: string,
): Promise<void> {
  const post = await findPost(db, postId)
  if (post?.user_id === user.id) return deletePostRow(db, postId)
  if (post && (await isStaff(db, settings, user))) return takeDownPost(db, post)
  throw new Refusal(404, 'not_found', 'There is no post of yours with this id.')
}

async function post({ db, settings }: Omit<CommunityContext, 'who'>, user: User, row: Omit<CommunityPost, 'post_id'>) {
  const id = uuidv7()
  return inTransaction(db, async (trx): Promise<CommunityPost> => {
    await lockUser(trx, user.id)
    const owner = await findReportOwner(trx, row.report_id)
    if (owner?.userId !== user.id)
      throw new Refusal(404, 'not_found', 'There is no public report of yours with this id.')
    const isPosted = !(await isTakenDown(trx, owner.attemptId)) && (await insertPost(trx, { id, ...row, ...owner }))
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
      const user = await requireSignedIn(context.who, request)
      requireSharing(request, context.settings, user)
      const { report_id, text = '' } = request.body
      return reply.code(201).send({ data: await post(context, user, { report_id, text: cleanPostText(text) }) })
    },
  })

  app.route({
    ...deletePost,
    handler: async (request, reply) => {
      const user = await requireSignedIn(context.who, request)
      await removePost(context, user, request.params.post_id)
      return reply.code(204).send(null)
    },
  })
}
