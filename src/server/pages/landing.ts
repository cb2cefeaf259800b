import type { FastifyRequest } from 'fastify'
import type { LandingPageData } from '#contract/page-data.ts'
import { getRoot } from '#contract/site.ts'
import { urls } from '#contract/urls.ts'
import type { Database } from '../db/schema.ts'
import { findFinishedAttempts } from '../db/tables/attempts.ts'
import type { App } from '../http/server.ts'
import { isFreeTrialNoted } from '../who/free-trial-event.ts'
import type { SignedIn } from '../who/identity.ts'
import { findVisitor } from '../who/visitor.ts'
import { type PagesContext, servePage } from './serve-page.ts'

/** The newest result of whoever looks; signed out, its level stays behind the wall. */
async function lastResult(
  db: Database,
  request: FastifyRequest,
  user: SignedIn | undefined,
): Promise<LandingPageData['last']> {
  const visitor = findVisitor(request)
  if (visitor === undefined && !user) return null
  const [newest] = await findFinishedAttempts(db, { visitor, userId: user?.id }, 1)
  return newest ? { language: newest.language, level: (user && newest.result?.level) ?? null } : null
}

export function landingRoutes(app: App, context: PagesContext & { db: Database }): void {
  app.route({ ...getRoot, handler: (_request, reply) => reply.redirect(urls.landing) })
  servePage(app, context, 'landing', async ({ request, user: find }) => {
    const user = await find()
    return {
      last: await lastResult(context.db, request, user),
      userId: user?.publicId,
      isFreeTrialDue: user !== undefined && !isFreeTrialNoted(context.who, request),
    }
  })
}
