import { linkTo } from '#contract/deep-links.ts'
import { urls } from '#contract/urls.ts'
import { toAccountData } from '../api/account-data.ts'
import type { Database } from '../db/schema.ts'
import type { Limits } from '../edge/limits.ts'
import type { App } from '../edge/server.ts'
import { signInOf } from '../marketplace/identity.ts'
import type { Settings } from '../settings.ts'
import { findCountry, mayShare } from '../visitor/country.ts'
import { findSignedIn, sessionHash } from '../visitor/session.ts'
import { linkPlace } from '../visitor/visitor.ts'
import { renderPage, type Site } from './site.ts'

type AccountPageContext = { db: Database; site: Site; settings: Settings; limits: Pick<Limits, 'accountReads'> }

/** The account page, which signed out offers the ways to sign in; and the way to the dashboard, whose place the account takes where nobody else has one. */
export function accountPageRoutes(app: App, context: AccountPageContext): void {
  const { db, site, settings, limits } = context
  app.get(urls.dashboard, { schema: { hide: true } }, (request, reply) => {
    const address = linkTo(linkPlace(request, settings), { to: 'dashboard' })
    return reply.redirect(address === urls.dashboard ? urls.account : address)
  })
  app.get(urls.account, { schema: { hide: true } }, async (request, reply) => {
    const user = await findSignedIn(db, request)
    if (user) await limits.accountReads(String(user.id))
    const data = {
      account: user ? await toAccountData(db, user, { session: sessionHash(request) }) : null,
      country: findCountry(request, settings, user),
      signIn: signInOf(settings),
      mayShare: mayShare(request, settings, user),
      avatarBaseUrl: settings.AVATAR_BASE_URL,
    }
    reply.header('cache-control', 'private, no-store')
    return renderPage(site, 'account', data, { request, reply })
  })
}
