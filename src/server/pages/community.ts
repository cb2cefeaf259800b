import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { CommunityPageData, PostOnPage } from '#contract/page-data.ts'
import { deletePost } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { removePost } from '../api/community.ts'
import { findPosts, type PostRow } from '../db/reports.ts'
import type { App } from '../edge/server.ts'
import { acceptForms } from '../edge/server.ts'
import { findSignedIn, isStaff, requireSignedIn, type SignedIn } from '../visitor/session.ts'
import { linkPlace } from '../visitor/visitor.ts'
import type { MarketplaceContext } from './marketplace.ts'
import { greet, renderPage } from './site.ts'

const PAGE_LENGTH = 20
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readBefore(request: FastifyRequest): string | undefined {
  const { before } = request.query as { before?: unknown }
  return typeof before === 'string' && UUID.test(before) ? before : undefined
}

async function communityData(
  request: FastifyRequest,
  { db, site, settings }: MarketplaceContext,
  user: SignedIn | undefined,
): Promise<CommunityPageData> {
  const viewerIsStaff = user !== undefined && (await isStaff(db, settings, user))
  const before = readBefore(request)
  // One extra row tells whether there are older posts.
  const rows = await findPosts(db, { before, limit: PAGE_LENGTH + 1 })
  const removal = (row: PostRow): PostOnPage['removal'] =>
    row.user_id === user?.id ? 'delete' : viewerIsStaff ? 'takeDown' : null
  const posts = rows.slice(0, PAGE_LENGTH).map((row) => ({ ...row, removal: removal(row) }))
  return {
    posts,
    isFirst: before === undefined,
    older: rows.length > PAGE_LENGTH ? (posts.at(-1)?.id ?? null) : null,
    avatarBaseUrl: settings.AVATAR_BASE_URL,
    links: linkPlace(request, settings, site.brand),
  }
}

/** The community page, newest posts first; its plain forms delete posts and take them down. */
export function communityPageRoutes(app: App, context: MarketplaceContext): void {
  app.get(urls.community, { schema: { hide: true } }, async (request, reply) => {
    const user = await findSignedIn(context.db, request)
    const data = await communityData(request, context, user)
    reply.header('cache-control', 'private, no-store')
    return renderPage(context.site, 'community', data, { request, reply, visitor: greet(context.settings, user) })
  })

  void app.register(async (scope) => {
    acceptForms(scope)
    const { params } = deletePost.schema
    scope.post(urls.communityRemoval(':post_id'), { schema: { hide: true, params } }, async (request, reply) => {
      const { post_id } = request.params as Static<typeof params>
      await removePost(context, await requireSignedIn(context.db, request), post_id)
      return reply.redirect(urls.community, 303)
    })
  })
}
