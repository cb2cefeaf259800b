import type { FastifyRequest } from 'fastify'
import { STAFF_PROVIDER, staffCallback, staffSignIn, staffSignOut } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import type { Settings } from '#settings/settings.ts'
import type { Database } from '../db/schema.ts'
import { type Gates, providerGates } from '../http/gates.ts'
import { publicAddress } from '../http/public-address.ts'
import { Overloaded, Refusal } from '../http/refusal.ts'
import { type App, acceptForms } from '../http/server.ts'
import { forgetBrowserToken } from '../sign-in/browser-token.ts'
import { askProvider, leaveForProvider, logFailure, returnFromProvider } from '../sign-in/oauth.ts'
import { openIdClient } from '../sign-in/openid.ts'
import { safeNext } from '../sign-in/safe-next.ts'
import type { StaffSessions } from '../who/staff.ts'

const failed = () =>
  new Refusal(403, 'forbidden', 'This sign-in did not work, or you do not count as staff of this service.')

/**
 * Staff sign in at STAFF_ISSUER, beside a marketplace or without one. They get a session for the staff's pages and no
 * account.
 */
export function staffSignInRoutes(
  app: App,
  {
    db,
    settings,
    staff,
    gates,
  }: { db: Database; settings: Settings; staff: StaffSessions; gates: Pick<Gates, 'signIns'> },
): void {
  const timeoutMs = settings.PROVIDER_TIMEOUT_MS
  const client = openIdClient({
    issuer: settings.STAFF_ISSUER,
    clientId: settings.STAFF_CLIENT_ID,
    clientSecret: settings.STAFF_CLIENT_SECRET || undefined,
    scopes: settings.STAFF_SCOPES,
    timeoutMs,
  })
  const ownGates = providerGates(gates)
  const issuerFor = (request: FastifyRequest) => ({
    provider: STAFF_PROVIDER,
    client,
    redirectUri: publicAddress(request, settings, urls.callback(STAFF_PROVIDER)),
    gates: ownGates,
  })

  app.route({
    ...staffSignIn,
    handler: async (request, reply) => {
      const asked = safeNext((request.query as { next?: unknown }).next)
      const next = asked === urls.quiz ? urls.insights : asked
      try {
        return await leaveForProvider(db, issuerFor(request), { request, reply, next })
      } catch (error) {
        if (error instanceof Overloaded) throw error
        logFailure(request.log, STAFF_PROVIDER, error)
        throw failed()
      }
    },
  })

  app.route({
    ...staffCallback,
    handler: async (request, reply) => {
      try {
        const returned = await returnFromProvider(db, issuerFor(request), request)
        if (!returned) throw failed()
        const claims = await askProvider(ownGates, timeoutMs, () => client.claims(returned.callback))
        if (!staff.start(request, reply, claims)) throw failed()
        forgetBrowserToken(request, reply)
        return reply.redirect(returned.next)
      } catch (error) {
        if (error instanceof Overloaded) throw error
        logFailure(request.log, STAFF_PROVIDER, error)
        throw failed()
      }
    },
  })

  void app.register(async (forms: App) => {
    acceptForms(forms)
    forms.route({
      ...staffSignOut,
      handler: async (request, reply) => {
        await staff.end(request, reply)
        return reply.redirect(urls.landing, 303)
      },
    })
  })
}
