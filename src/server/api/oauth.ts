import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { urls } from '#contract/urls.ts'
import { ensureBrowserToken, findBrowserToken, forgetBrowserToken } from '../auth/browser-token.ts'
import {
  completeSignIn,
  logFailure,
  type OAuthContext,
  type Outcome,
  redeemTransaction,
  startSignIn,
} from '../auth/oauth.ts'
import { createOutbox } from '../auth/outbox.ts'
import { connectProviders } from '../auth/providers.ts'
import { addressAfterFailure, addressAfterSignIn, signInPage } from '../auth/safe-next.ts'
import type { Sender } from '../auth/senders.ts'
import { countedEmail } from '../auth/targets.ts'
import type { Database } from '../db/schema.ts'
import { takeOnce } from '../db/sign-ins.ts'
import { publicAddress } from '../edge/public-address.ts'
import { Refusal } from '../edge/refusal.ts'
import { refuseOtherSites } from '../edge/request-checks.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { sha256 } from '../visitor/secret-cookie.ts'
import { signIn } from '../visitor/session.ts'

type OAuthRoutesContext = { db: Database; settings: Settings; sender: Sender }

/** Sign-in with a provider. If anything fails, the person returns to the page they came from, not signed in. */
export function oauthRoutes(app: App, { db, settings, sender }: OAuthRoutesContext): void {
  const context: OAuthContext = { db, timeoutMs: settings.PROVIDER_TIMEOUT_MS }
  const providers = connectProviders(settings)
  const outbox = createOutbox(sender, app.log)
  app.addHook('onClose', () => outbox.close())

  /** At most once an hour, however many identities list the address. */
  const tellOwner = async (request: FastifyRequest, target: string) => {
    if (await takeOnce(db, sha256(`notice ${countedEmail(target)}`)))
      outbox.notify({ id: randomUUID(), target, locale: interfaceLanguage(request) })
  }
  const webBaseUrl = settings.WEB_BASE_URL

  const find = (request: FastifyRequest) => {
    const found = providers.get((request.params as { provider: string }).provider)
    if (!found) throw new Refusal(404, 'not_found', 'There is nothing at this address.')
    return { ...found, redirectUri: publicAddress(request, settings, urls.callback(found.provider)) }
  }
  const lead = (reply: FastifyReply, to: string) => reply.redirect(to, 302)

  // It stores a transaction, and other sites' pages may not start a sign-in.
  const onRequest = refuseOtherSites
  app.get(urls.signInWith(':provider'), { schema: { hide: true }, onRequest }, async (request, reply) => {
    const found = find(request)
    const next = signInPage((request.query as { next?: unknown }).next)
    try {
      const browserToken = ensureBrowserToken(request, reply)
      return lead(reply, (await startSignIn(context, found, { browserToken, next })).href)
    } catch (error) {
      logFailure(request.log, found.provider, error)
      return lead(reply, addressAfterFailure(next, 'failed', webBaseUrl))
    }
  })

  app.get(urls.callback(':provider'), { schema: { hide: true } }, async (request, reply) => {
    const found = find(request)
    let next: string = urls.quiz
    let outcome: Outcome = 'failed'
    try {
      const url = new URL(found.redirectUri)
      url.search = /\?.*/s.exec(request.url)?.[0] ?? ''
      const transaction = await redeemTransaction(context, found.provider, url.searchParams, findBrowserToken(request))
      if (transaction) {
        next = transaction.next
        outcome = await completeSignIn(context, found, transaction, url)
        if (typeof outcome === 'object') {
          await signIn(context.db, request, reply, outcome.userId)
          forgetBrowserToken(request, reply)
          if (outcome.ownerToTell) await tellOwner(request, outcome.ownerToTell)
        }
      }
    } catch (error) {
      outcome = 'failed'
      logFailure(request.log, found.provider, error)
    }
    const to =
      typeof outcome === 'object'
        ? addressAfterSignIn(next, webBaseUrl)
        : addressAfterFailure(next, outcome, webBaseUrl)
    // Facebook's redirect appends #_=_, which the browser would carry over to a URL without a fragment.
    return lead(reply, found.provider === 'facebook' && !to.includes('#') ? `${to}#` : to)
  })
}
