import { urls } from '#contract/urls.ts'
import { toAccountData } from '../api/account.ts'
import type { Database } from '../db/schema.ts'
import type { App } from '../edge/server.ts'
import { signInOf } from '../marketplace/identity.ts'
import type { Settings } from '../settings.ts'
import { findCountry, mayShare } from '../visitor/country.ts'
import { findSignedIn } from '../visitor/session.ts'
import { renderPage, type Site } from './site.ts'

/** The account page. Signed out, it offers the ways to sign in. */
export function accountPageRoutes(app: App, context: { db: Database; site: Site; settings: Settings }): void {
  const { db, site, settings } = context
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
