import { BUILT_IN_LEGAL } from '#contract/brand.ts'
import { PAGE_CONFIG } from '#contract/endpoint.ts'
import type { Accuracy, HowPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import type { LevelRuleName } from '#quiz/level-rule.ts'
import { readJson } from '../files.ts'
import type { App } from '../http/server.ts'
import { findConsent, hasPrivacySignal } from '../who/consent.ts'
import { type PagesContext, servePage } from './serve-page.ts'

/** Written by `npm run banks -- simulate`. */
type Measurement = Pick<HowPageData, 'takers' | 'freshTests' | 'ceiling'> & Record<LevelRuleName, Accuracy>

/** "How this test works", with the measured accuracy of the rule that new tests use. */
export function howRoutes(app: App, context: PagesContext): void {
  const { LEVEL_RULE: rule } = context.settings
  const { takers, freshTests, ceiling, ...measured } = readJson<Measurement>('data/measurement.json')
  const data = {
    rule,
    accuracy: measured[rule],
    takers,
    freshTests,
    ceiling,
  }
  servePage(app, context, 'how', () => data)
}

/**
 * Terms, accessibility, and privacy. Visitors change their consent on the privacy page, even if the notice itself is
 * elsewhere.
 */
export function legalRoutes(app: App, context: PagesContext): void {
  const { signIn, site, settings } = context
  const { hasOwnAccounts } = signIn
  const givesResults = !hasOwnAccounts && (settings.RESULTS_WEBHOOK_URL !== '' || settings.RESULTS_API_TOKEN.length > 0)
  const about = { legal: site.brand?.legal ?? BUILT_IN_LEGAL, hasOwnAccounts, givesResults }
  const { terms } = about.legal
  if (terms) app.get(urls.terms, { config: PAGE_CONFIG }, (_request, reply) => reply.redirect(terms))
  else servePage(app, context, 'terms', () => about)
  servePage(app, context, 'accessibility', () => null)
  servePage(app, context, 'privacy', ({ request }) => ({
    ...about,
    choice: { consent: findConsent(request, settings), hasSignal: hasPrivacySignal(request) },
  }))
}
