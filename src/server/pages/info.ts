import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BUILT_IN_LEGAL } from '#contract/brand.ts'
import type { Accuracy } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { OBSERVED_FROM } from '#quiz/percentile.ts'
import type { Database } from '../db/schema.ts'
import { publicAddress } from '../edge/public-address.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { findConsent, hasPrivacySignal } from '../visitor/consent.ts'
import { findSignedIn } from '../visitor/session.ts'
import { greet, renderPage, type Site } from './site.ts'

type InfoContext = { db: Database; site: Site; settings: Settings }

/** Written by `npm run banks -- simulate`. */
type Measurement = { takers: number } & Record<'staircase' | 'further' | 'maximumInformation', Accuracy>

const FILE = new URL('../../../data/measurement.json', import.meta.url)

/** "How this test works", with the measured accuracy of the current level rule. */
export function howRoutes(app: App, { db, site, settings }: InfoContext): void {
  const measured: Measurement = JSON.parse(readFileSync(FILE, 'utf8'))
  const rule = settings.LEVEL_RULE
  const accuracy = rule === 'staircase' ? measured.staircase : measured.further
  const than = { percentileSource: settings.THAN_SOURCE, observedFrom: OBSERVED_FROM }
  const data = { rule, ...than, takers: measured.takers, accuracy, ceiling: measured.maximumInformation.exact }
  app.get(urls.how, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache')
    return renderPage(site, 'how', data, {
      request,
      reply,
      findableAt: publicAddress(request, settings, urls.how),
      visitor: greet(settings, await findSignedIn(db, request)),
    })
  })
}

/** Terms, accessibility and privacy. Visitors change their consent on the privacy page, even if the notice itself is elsewhere. */
export function legalRoutes(app: App, { db, site, settings }: InfoContext): void {
  const hasOwnAccounts = settings.MARKETPLACE_API_URL === ''
  const givesResults = !hasOwnAccounts && settings.RESULTS_WEBHOOK_URL + settings.RESULTS_API_TOKEN !== ''
  const about = { legal: site.brand?.legal ?? BUILT_IN_LEGAL, hasOwnAccounts, givesResults }
  const context = async (request: FastifyRequest, reply: FastifyReply) => ({
    request,
    reply,
    visitor: greet(settings, await findSignedIn(db, request)),
  })
  app.get(urls.terms, { schema: { hide: true } }, async (request, reply) => {
    if (about.legal.terms) return reply.redirect(about.legal.terms)
    reply.header('cache-control', 'private, no-cache')
    return renderPage(site, 'terms', about, await context(request, reply))
  })
  app.get(urls.accessibility, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache')
    return renderPage(site, 'accessibility', null, await context(request, reply))
  })
  app.get(urls.privacy, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const choice = { consent: findConsent(request, settings), hasSignal: hasPrivacySignal(request) }
    return renderPage(site, 'privacy', { ...about, choice }, await context(request, reply))
  })
}
