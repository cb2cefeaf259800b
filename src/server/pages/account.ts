import { linkTo } from '#contract/deep-links.ts'
import { urls } from '#contract/urls.ts'
import { toAccountData } from '../api/account-data.ts'
import { providerNames } from '../auth/providers.ts'
import type { Database } from '../db/schema.ts'
import type { Limits } from '../edge/limits.ts'
import type { App } from '../edge/server.ts'
import { signInOf } from '../marketplace/identity.ts'
import type { Settings } from '../settings.ts'
import { findCountry, mayShare } from '../visitor/country.ts'
import { findSignedIn, isFreeTrialNoted, sessionHash } from '../visitor/session.ts'
import { linkPlace } from '../visitor/visitor.ts'
import { greet, renderPage, type Site } from './site.ts'

type AccountPageContext = { db: Database; site: Site; settings: Settings; limits: Pick<Limits, 'accountReads'> }

/** The account page, which offers sign-in if signed out. Without an external marketplace it also serves as the dashboard. */
export function accountPageRoutes(app: App, context: AccountPageContext): void {
  const { db, site, settings, limits } = context
  app.get(urls.dashboard, { schema: { hide: true } }, (request, reply) => {
    const address = linkTo(linkPlace(request, settings, site.brand), { to: 'dashboard' })
    return reply.redirect(address === urls.dashboard ? urls.account : address)
  })
  const names = providerNames(settings)
  app.get(urls.account, { schema: { hide: true } }, async (request, reply) => {
    const user = await findSignedIn(db, request)
    if (user) await limits.accountReads(String(user.id))
    const country = findCountry(request, settings, user)
    const data = {
      isDeleted: !user && 'deleted' in (request.query as object),
      account: user ? await toAccountData(db, user, { session: sessionHash(request) }) : null,
      isFreeTrialDue: user !== undefined && !isFreeTrialNoted(request),
      country,
      signIn: await signInOf(settings, country, site.brand),
      providerNames: names,
      mayShare: site.brand?.blocks.includes('share') !== false && mayShare(request, settings, user),
      avatarBaseUrl: settings.AVATAR_BASE_URL,
    }
    reply.header('cache-control', 'private, no-store')
    return renderPage(site, 'account', data, { request, reply, visitor: greet(settings, user) })
  })
}
