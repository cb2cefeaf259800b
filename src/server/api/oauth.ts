import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { signInCallback, signInWith } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import type { Settings } from '#settings/settings.ts'
import { takeOnce } from '../db/tables/single-use-tokens.ts'
import type { Gates } from '../http/gates.ts'
import { NothingHere, Overloaded } from '../http/http-error.ts'
import { publicAddress } from '../http/public-address.ts'
import type { App } from '../http/server.ts'
import type { SignInCounts } from '../metrics/metrics.ts'
import { countedTarget } from '../names/email.ts'
import { forgetBrowserToken } from '../sign-in/browser-token.ts'
import { connectProviders } from '../sign-in/configured-providers.ts'
import type { MessageQueue } from '../sign-in/message-queue.ts'
import {
  completeSignIn,
  leaveForProvider,
  logFailure,
  type OAuthContext,
  returnFromProvider,
  type SignInOutcome,
} from '../sign-in/oauth.ts'
import { addressAfterFailure, addressAfterSignIn, signInPage } from '../sign-in/safe-next.ts'
import { interfaceLanguage } from '../who/interface-language.ts'
import { sha256 } from '../who/secret-cookie.ts'
import { signIn } from '../who/session.ts'

type OAuthRoutesContext = Pick<OAuthContext, 'db'> & {
  settings: Settings
  queue: MessageQueue
  counts: SignInCounts
  gates: Pick<Gates, 'calls'>
}

/** Sign-in with a provider. If anything fails, the person returns to the page they came from, not signed in. */
export function oauthRoutes(app: App, { db, settings, queue, counts, gates }: OAuthRoutesContext): void {
  const context: OAuthContext = { db, timeoutMs: settings.PROVIDER_TIMEOUT_MS }
  const providers = connectProviders(settings)

  /** At most once per hour, even if several identities list the address. */
  const notifyOwner = async (request: FastifyRequest, target: string) => {
    if (await takeOnce(db, sha256(`notice ${countedTarget(target)}`)))
      queue.notify({ id: randomUUID(), target, locale: interfaceLanguage(request) })
  }
  const webBaseUrl = settings.WEB_BASE_URL

  const find = (request: FastifyRequest) => {
    const connected = providers.get((request.params as { provider: string }).provider)
    if (!connected) throw new NothingHere()
    return { ...connected, gates, redirectUri: publicAddress(request, settings, urls.callback(connected.provider)) }
  }

  app.route({
    ...signInWith,
    handler: async (request, reply) => {
      const connected = find(request)
      const next = signInPage((request.query as { next?: unknown }).next)
      try {
        return await leaveForProvider(db, connected, { request, reply, next })
      } catch (error) {
        if (error instanceof Overloaded) throw error
        logFailure(request.log, connected.provider, error)
        return reply.redirect(addressAfterFailure(next, 'failed', webBaseUrl), 302)
      }
    },
  })

  app.route({
    ...signInCallback,
    handler: async (request, reply) => {
      const connected = find(request)
      let next: string = urls.quiz
      let outcome: SignInOutcome = 'failed'
      try {
        const returned = await returnFromProvider(db, connected, request)
        if (returned) {
          next = returned.next
          outcome = await completeSignIn(context, connected, returned.callback)
          if (typeof outcome === 'object') {
            const { userId } = outcome
            await gates.calls.run('signIns', () => signIn(db, request, reply, userId))
            counts.signedIn(connected.provider)
            forgetBrowserToken(request, reply)
            if (outcome.ownerToNotify) await notifyOwner(request, outcome.ownerToNotify)
          }
        }
      } catch (error) {
        if (error instanceof Overloaded) throw error
        outcome = 'failed'
        logFailure(request.log, connected.provider, error)
      }
      const to =
        typeof outcome === 'object'
          ? addressAfterSignIn(next, webBaseUrl)
          : addressAfterFailure(next, outcome, webBaseUrl)
      // Facebook's redirect appends #_=_, which the browser would carry over to a URL without a fragment.
      return reply.redirect(connected.provider === 'facebook' && !to.includes('#') ? `${to}#` : to, 302)
    },
  })
}
