import { linkTo } from '#contract/deep-links.ts'
import { urls } from '#contract/urls.ts'
import { toAccountData } from '../api/account.ts'
import type { Database } from '../db/schema.ts'
import type { App } from '../edge/server.ts'
import { signInOf } from '../marketplace/identity.ts'
import type { Settings } from '../settings.ts'
import { findCountry, mayShare } from '../visitor/country.ts'
import { findSignedIn } from '../visitor/session.ts'
import { isFromMobileApp } from '../visitor/visitor.ts'
import { renderPage, type Site } from './site.ts'

/** The account page, which signed out offers the ways to sign in; and the way to the dashboard, whose place the account takes where nobody else has one. */
export function accountPageRoutes(app: App, context: { db: Database; site: Site; settings: Settings }): void {
  const { db, site, settings } = context
  app.get(urls.dashboard, { schema: { hide: true } }, (request, reply) => {
    const { APP_URL_SCHEME: appUrlScheme, WEB_BASE_URL: webBaseUrl } = settings
    const place = { isMobileApp: isFromMobileApp(request, settings), appUrlScheme, webBaseUrl }
    const address = linkTo(place, { to: 'dashboard' })
    return reply.redirect(address === urls.dashboard ? urls.account : address)
  })
  app.get(urls.account, { schema: { hide: true } }, async (request, reply) => {
    const user = await findSignedIn(db, request)
    const data = {
      account: user ? await toAccountData(db, user) : null,
      country: findCountry(request, settings, user),
      signIn: signInOf(settings),
      mayShare: mayShare(request, settings, user),
      avatarBaseUrl: settings.AVATAR_BASE_URL,
    }
    reply.header('cache-control', 'private, no-store')
    return renderPage(site, 'account', data, { request, reply })
  })
}
