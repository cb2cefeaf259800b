import type { FastifyRequest } from 'fastify'
import type { LandingPageData } from '#contract/page-data.ts'
import { getRoot } from '#contract/site.ts'
import { urls } from '#contract/urls.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { flowTime } from '#quiz/flow-id.ts'
import type { Database } from '../db/schema.ts'
import { findFinishedAttempts, findOpenAttempts } from '../db/tables/attempts.ts'
import type { App } from '../http/server.ts'
import { isFreeTrialNoted } from '../who/free-trial-event.ts'
import type { SignedIn } from '../who/identity.ts'
import { findVisitor } from '../who/visitor.ts'
import { type PagesContext, servePage } from './serve-page.ts'

/** The attempts that the visitor may return to. For signed-out visitors, the last result's level stays hidden. */
async function findAttempts(
  db: Database,
  request: FastifyRequest,
  user: SignedIn | undefined,
): Promise<Pick<LandingPageData, 'last' | 'open'>> {
  const visitor = findVisitor(request)
  if (visitor === undefined && !user) return { last: null, open: null }
  const owner = { visitor, userId: user?.id }
  const [[last], open] = await Promise.all([findFinishedAttempts(db, owner, 1), findOpenAttempts(db, owner)])
  const [newest] = open.toSorted((one, other) => flowTime(other.flowId) - flowTime(one.flowId))
  return {
    last: last ? { language: last.language, level: (user && last.result?.level) ?? null } : null,
    open: newest ? { language: newest.language, position: newest.answered + 1, total: QUESTIONS } : null,
  }
}

export function landingRoutes(app: App, context: PagesContext & { db: Database }): void {
  app.route({ ...getRoot, handler: (_request, reply) => reply.redirect(urls.landing) })
  servePage(app, context, 'landing', async ({ request, user: find }) => {
    const user = await find()
    return {
      ...(await findAttempts(context.db, request, user)),
      userId: user?.publicId,
      isFreeTrialDue: user !== undefined && !isFreeTrialNoted(context.who, request),
    }
  })
}
