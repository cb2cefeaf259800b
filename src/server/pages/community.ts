import type { FastifyRequest } from 'fastify'
import type { CommunityPageData, PostOnPage } from '#contract/page-data.ts'
import { postRemoval } from '#contract/sharing.ts'
import { urls } from '#contract/urls.ts'
import { removePost } from '../api/community.ts'
import { findPosts, type PostRow } from '../db/tables/posts.ts'
import type { App } from '../http/server.ts'
import { acceptForms } from '../http/server.ts'
import { requireSignedIn, type SignedIn } from '../who/identity.ts'
import { isStaff } from '../who/staff.ts'
import type { MarketplaceContext } from './built-in-marketplace.ts'
import { linkPlace } from './link-place.ts'
import { servePage } from './serve-page.ts'

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
  servePage(app, context, 'community', async ({ request, user }) => communityData(request, context, await user()))

  void app.register(async (scope: App) => {
    acceptForms(scope)
    scope.route({
      ...postRemoval,
      handler: async (request, reply) => {
        await removePost(context, await requireSignedIn(context.who, request), request.params.post_id)
        return reply.redirect(urls.community, 303)
      },
    })
  })
}
