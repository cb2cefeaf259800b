import { linkTo } from '#contract/deep-links.ts'
import { getDashboard } from '#contract/site.ts'
import { urls } from '#contract/urls.ts'
import { toAccountData } from '../api/account-data.ts'
import type { Database } from '../db/schema.ts'
import type { Limits } from '../http/limits.ts'
import type { App } from '../http/server.ts'
import { findCountry, mayShare } from '../who/country.ts'
import { isFreeTrialNoted } from '../who/free-trial-event.ts'
import { sessionHash } from '../who/session.ts'
import { linkPlace } from './link-place.ts'
import { type PagesContext, servePage } from './serve-page.ts'

type AccountPageContext = PagesContext & {
  db: Database
  limits: Pick<Limits, 'accountReads'>
}

/**
 * The account page, which offers sign-in if signed out. Without a linked marketplace it also serves as the
 * dashboard.
 */
export function accountPageRoutes(app: App, context: AccountPageContext): void {
  const { db, who, site, settings, limits } = context
  app.route({
    ...getDashboard,
    handler: (request, reply) => {
      const address = linkTo(linkPlace(request, settings, site.brand), { to: 'dashboard' })
      return reply.redirect(address === urls.dashboard ? urls.account : address)
    },
  })
  servePage(app, context, 'account', async ({ request, user: find }) => {
    const user = await find()
    if (user) await limits.accountReads(user.id)
    const country = findCountry(request, settings, user)
    return {
      isDeleted: !user && 'deleted' in (request.query as object),
      account: user ? await toAccountData(db, user, { session: sessionHash(request) }) : null,
      isFreeTrialDue: user !== undefined && !isFreeTrialNoted(who, request),
      country,
      signIn: context.signIn,
      mayShare: mayShare(request, settings, user),
      avatarBaseUrl: settings.AVATAR_BASE_URL,
    }
  })
}
