import type { FastifyRequest } from 'fastify'
import { environmentOf } from '#contract/environment.ts'
import { deleteCurrentSession, postAppSession, postCode, postSession } from '#contract/sign-in.ts'
import { codeDigits, plainEmail } from '#contract/typed-text.ts'
import type { Settings } from '#settings/settings.ts'
import type { Database } from '../db/schema.ts'
import type { Channel } from '../db/tables/codes.ts'
import { userOfIdentity, userOfTarget } from '../db/tables/identities.ts'
import { takeOnce } from '../db/tables/single-use-tokens.ts'
import { CountryRefused, HttpError, NothingHere, TooManyRequests } from '../http/http-error.ts'
import { networkOf } from '../http/limits.ts'
import type { App } from '../http/server.ts'
import type { SignInCounts } from '../metrics/metrics.ts'
import { normalizeEmail } from '../names/email.ts'
import { newUser, nicknameFrom } from '../names/user-text.ts'
import { readAppToken } from '../sign-in/app-token.ts'
import { ensureBrowserToken, findBrowserToken, forgetBrowserToken } from '../sign-in/browser-token.ts'
import { type CodeContext, issueCode, redeemCode } from '../sign-in/codes.ts'
import type { MessageQueue } from '../sign-in/message-queue.ts'
import type { Sender } from '../sign-in/senders.ts'
import { readPhone } from '../sign-in/targets.ts'
import { findCountry } from '../who/country.ts'
import { interfaceLanguage } from '../who/interface-language.ts'
import { sha256 } from '../who/secret-cookie.ts'
import { signIn, signOut } from '../who/session.ts'
import { isFromMobileApp } from '../who/user-agent.ts'

type CodeRoutesContext = Pick<CodeContext, 'db' | 'pepper'> & {
  sender: Sender
  queue: MessageQueue
  settings: Settings
  counts: SignInCounts
}

const NOT_SENT: Record<Channel, string> = {
  email: 'No codes are sent by email here.',
  phone: 'No codes are sent by text message here.',
}

/** The recipient of a code: as stored, and as shown. */
type Recipient = { target: string; sentTo: string }

/** @throws HttpError 422 */
function readEmail(typed: string): Recipient {
  const target = normalizeEmail(plainEmail(typed))
  if (!target)
    throw new HttpError(
      422,
      'target_refused',
      'We cannot send a code to this email address. Please check the spelling.',
    )
  return { target, sentTo: target }
}

/** One-time codes and sessions. */
export function codeRoutes(app: App, { db, pepper, sender, queue, settings, counts }: CodeRoutesContext): void {
  const context: CodeContext = { db, pepper, limits: settings }

  /** @throws HttpError 422 */
  const readMobile = async (typed: string, country: string | null): Promise<Recipient> => {
    const read = await readPhone(typed, country, settings.PHONE_COUNTRIES)
    if (read && 'number' in read) return { target: read.number, sentTo: read.spaced }
    if (read) throw new CountryRefused(read.refusedCountry)
    throw new HttpError(
      422,
      'target_refused',
      'We cannot send a code to this number. Please check it. From abroad, it needs + and the country code.',
    )
  }

  app.route({
    ...postCode,
    handler: async (request, reply) => {
      const { channel, target: typed } = request.body
      if (!sender[channel]) throw new HttpError(422, 'target_refused', NOT_SENT[channel])
      const { target, sentTo } =
        channel === 'email' ? readEmail(typed) : await readMobile(typed, findCountry(request, settings, undefined))
      const browserHash = sha256(ensureBrowserToken(request, reply))
      const network = networkOf(request.ip)
      const issued = await issueCode(context, { channel, target, browserHash, network })
      if ('retryAfterSeconds' in issued) {
        const seconds = issued.retryAfterSeconds
        throw new TooManyRequests(`Too many codes requested. Please wait ${seconds} seconds.`, seconds)
      }
      queue.post(channel, { id: issued.id, target, code: issued.code, locale: interfaceLanguage(request) })
      const data = { challenge_id: issued.id, sent_to: sentTo, resend_after_seconds: issued.resendAfterSeconds }
      return reply.code(202).send({ data })
    },
  })

  app.route({
    ...postSession,
    handler: async (request, reply) => {
      const { challenge_id: id, code: typed } = request.body
      const code = codeDigits(typed)
      if (code.length !== 6) throw new HttpError(400, 'invalid_request', 'A code has six digits.')
      const token = findBrowserToken(request)
      const { channel, target } = await redeemCode(context, { id, code, browserHash: token && sha256(token) })
      const userId = await userOfTarget(db, { channel, target }, newUser())
      await signIn(db, request, reply, userId)
      counts.signedIn('code')
      forgetBrowserToken(request, reply)
      return reply.code(201).send({ data: { user_id: userId } })
    },
  })

  app.route({
    ...deleteCurrentSession,
    handler: async (request, reply) => {
      await signOut(db, request, reply)
      return reply.code(204).send(null)
    },
  })
}

/** The mobile app and WeChat's mini-programs (old ones identify only as WeChat). */
function mayHaveToken(request: FastifyRequest, settings: Settings): boolean {
  const isMobileApp = isFromMobileApp(request, settings)
  return environmentOf({ userAgent: request.headers['user-agent'] ?? '', isMobileApp }) !== 'browser'
}

type AppSessionContext = {
  db: Database
  settings: Settings
  counts: SignInCounts
}

/** Signs in the user of the mobile app or a mini-program: exchanges its single-use token for a session. */
export function appSessionRoutes(app: App, { db, settings, counts }: AppSessionContext): void {
  app.route({
    ...postAppSession,
    handler: async (request, reply) => {
      if (!mayHaveToken(request, settings)) throw new NothingHere()
      const claims = await readAppToken(request.body.token, settings.APP_TOKEN_SECRET)
      if (!claims || !(await takeOnce(db, sha256(`${claims.iss} ${claims.jti}`))))
        throw new HttpError(410, 'code_expired', 'This sign-in has expired. Please open this page from the app again.')
      const identity = { provider: 'app', issuer: claims.iss, subject: claims.sub, email: undefined }
      const user = newUser(nicknameFrom(claims.nickname ?? ''))
      const { userId } = await userOfIdentity(db, { ...identity, verifiedEmail: undefined }, user)
      await signIn(db, request, reply, userId)
      counts.signedIn('app')
      return reply.code(201).send({ data: { user_id: userId } })
    },
  })
}
