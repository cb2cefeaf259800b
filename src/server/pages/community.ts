import type { FastifyRequest } from 'fastify'
import { UUID_PATTERN } from '#contract/ids.ts'
import type { CommunityPageData } from '#contract/page-data.ts'
import { findPosts } from '../db/tables/posts.ts'
import type { App } from '../http/server.ts'
import type { MarketplaceContext } from './built-in-marketplace.ts'
import { linkPlace } from './link-place.ts'
import { servePage } from './serve-page.ts'

const PAGE_LENGTH = 20
const UUID = new RegExp(UUID_PATTERN)

function readBefore(request: FastifyRequest): string | undefined {
  const { before } = request.query as { before?: unknown }
  return typeof before === 'string' && UUID.test(before) ? before : undefined
}

async function communityData(
  request: FastifyRequest,
  { db, site, settings }: MarketplaceContext,
): Promise<CommunityPageData> {
  const before = readBefore(request)
  // One extra row shows whether there are older posts.
  const rows = await findPosts(db, { before, limit: PAGE_LENGTH + 1 })
  const posts = rows.slice(0, PAGE_LENGTH)
  return {
    posts,
    isFirst: before === undefined,
    older: rows.length > PAGE_LENGTH ? (posts.at(-1)?.id ?? null) : null,
    avatarBaseUrl: settings.AVATAR_BASE_URL,
    links: linkPlace(request, settings, site.brand),
  }
}

/** The community page, newest posts first. */
export function communityPageRoutes(app: App, context: MarketplaceContext): void {
  servePage(app, context, 'community', ({ request }) => communityData(request, context))
}
