import type { FastifyRequest } from 'fastify'
import type { LandingPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { findFinishedAssessments } from '../db/assessments.ts'
import type { Database } from '../db/schema.ts'
import { publicAddress } from '../edge/public-address.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { findConsent } from '../visitor/consent.ts'
import { findSignedIn, isFreeTrialNoted, type SignedIn } from '../visitor/session.ts'
import { ensureVisitor, findVisitor } from '../visitor/visitor.ts'
import { greet, renderPage, type Site } from './site.ts'

type LandingContext = { db: Database; site: Site; settings: Settings }

/** The newest result of whoever looks; signed out, its level stays behind the wall. */
async function lastResult(
  db: Database,
  request: FastifyRequest,
  user: SignedIn | undefined,
): Promise<LandingPageData['last']> {
  const visitor = findVisitor(request)
  if (visitor === undefined && !user) return null
  const [newest] = await findFinishedAssessments(db, { visitor, userId: user?.id }, 1)
  return newest ? { language: newest.language, level: user ? newest.level : null } : null
}

export function landingRoutes(app: App, { db, site, settings }: LandingContext): void {
  app.get(urls.root, { schema: { hide: true } }, (_request, reply) => reply.redirect(urls.landing))
  app.get(urls.landing, { schema: { hide: true } }, async (request, reply) => {
    // Not no-store, which would disable the back/forward cache.
    reply.header('cache-control', 'private, no-cache')
    const consent = findConsent(request, settings)
    // Set here and not with the first events, whose reply could arrive after the start of a test and overwrite its cookie.
    if (consent === 'allowed') ensureVisitor(request, reply)
    const findableAt = publicAddress(request, settings, urls.landing)
    const user = await findSignedIn(db, request)
    return renderPage(
      site,
      'landing',
      {
        last: await lastResult(db, request, user),
        userId: user?.publicId,
        isFreeTrialDue: user !== undefined && !isFreeTrialNoted(request),
      },
      { request, reply, findableAt, consent, visitor: greet(settings, user) },
    )
  })
}
