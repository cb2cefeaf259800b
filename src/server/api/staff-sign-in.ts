import { urls } from '#contract/urls.ts'
import { ensureBrowserToken, findBrowserToken, forgetBrowserToken } from '../auth/browser-token.ts'
import { logFailure, redeemTransaction, startSignIn, within } from '../auth/oauth.ts'
import { openIdClient } from '../auth/openid.ts'
import { safeNext } from '../auth/safe-next.ts'
import type { Database } from '../db/schema.ts'
import { publicAddress } from '../edge/public-address.ts'
import { Refusal } from '../edge/refusal.ts'
import { type App, acceptForms } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import type { StaffSessions } from '../visitor/staff-session.ts'

/** The name under which a sign-in of staff is under way; no provider of learners can have it. */
const PROVIDER = 'staff'

const failed = () =>
  new Refusal(403, 'forbidden', 'This sign-in did not work, or you do not count as staff of this service.')

/** Staff sign in at STAFF_ISSUER, beside a marketplace or without one. They get a session for the staff's pages and no account. */
export function staffSignInRoutes(
  app: App,
  { db, settings, staff }: { db: Database; settings: Settings; staff: StaffSessions },
): void {
  const timeoutMs = settings.PROVIDER_TIMEOUT_MS
  const context = { db, timeoutMs }
  const client = openIdClient({
    issuer: settings.STAFF_ISSUER,
    clientId: settings.STAFF_CLIENT_ID,
    clientSecret: settings.STAFF_CLIENT_SECRET || undefined,
    scopes: settings.STAFF_SCOPES,
    timeoutMs,
  })

  app.get(urls.signInWith(PROVIDER), { schema: { hide: true } }, async (request, reply) => {
    const next = safeNext((request.query as { next?: unknown }).next)
    const redirectUri = publicAddress(request, settings, urls.callback(PROVIDER))
    try {
      const browserToken = ensureBrowserToken(request, reply)
      const provider = { provider: PROVIDER, client, redirectUri }
      const to = await startSignIn(context, provider, { browserToken, next: next === urls.quiz ? urls.insights : next })
      return reply.redirect(to.href)
    } catch (error) {
      logFailure(request.log, PROVIDER, error)
      throw failed()
    }
  })

  app.get(urls.callback(PROVIDER), { schema: { hide: true } }, async (request, reply) => {
    try {
      const url = new URL(publicAddress(request, settings, urls.callback(PROVIDER)))
      url.search = /\?.*/s.exec(request.url)?.[0] ?? ''
      const transaction = await redeemTransaction(context, PROVIDER, url.searchParams, findBrowserToken(request))
      if (!transaction) throw failed()
      const { state, sentNonce: nonce, code_verifier: verifier, next } = transaction
      const claims = await within(client.claims({ url, state, nonce, verifier }), timeoutMs)
      if (!staff.start(request, reply, claims)) throw failed()
      forgetBrowserToken(request, reply)
      return reply.redirect(next)
    } catch (error) {
      logFailure(request.log, PROVIDER, error)
      throw failed()
    }
  })

  void app.register(async (forms: App) => {
    acceptForms(forms)
    forms.post(urls.staffSignOut, { schema: { hide: true } }, async (request, reply) => {
      staff.end(request, reply)
      return reply.redirect(urls.landing, 303)
    })
  })
}
