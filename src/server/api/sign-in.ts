import type { FastifyRequest } from 'fastify'
import { deleteCurrentSession, postAppSession, postCode, postSession } from '#contract/auth.ts'
import { environmentOf } from '#contract/environment.ts'
import { readAppToken } from '../auth/app-token.ts'
import { ensureBrowserToken, findBrowserToken, forgetBrowserToken } from '../auth/browser-token.ts'
import { type CodeContext, issueCode, redeemCode } from '../auth/codes.ts'
import { createOutbox } from '../auth/outbox.ts'
import { makeChallenge, readProof } from '../auth/proof.ts'
import type { Sender } from '../auth/senders.ts'
import { countedEmail, normalizeEmail, normalizePhone, refusedCountry } from '../auth/targets.ts'
import type { Channel } from '../db/codes.ts'
import type { Database } from '../db/schema.ts'
import { takeOnce, userOfIdentity, userOfTarget } from '../db/sign-ins.ts'
import { networksOf } from '../edge/limits.ts'
import { CountryRefused, ProofWanted, Refusal, TooManyRequests } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { interfaceLanguage } from '../visitor/interface-language.ts'
import { sha256 } from '../visitor/secret-cookie.ts'
import { signIn, signOut } from '../visitor/session.ts'
import { newUser } from '../visitor/user-text.ts'
import { isFromMobileApp } from '../visitor/visitor.ts'

type CodeRoutesContext = Pick<CodeContext, 'db' | 'pepper'> & { sender: Sender; settings: Settings }

const REFUSED: Record<Channel, string> = {
  email: 'We cannot send a code to this email address. Please check the spelling.',
  phone: 'We cannot send a code to this number. Please check it; it starts with + and the country code.',
}

/** One-time codes and sessions. */
export function codeRoutes(app: App, { db, pepper, sender, settings }: CodeRoutesContext): void {
  const context: CodeContext = { db, pepper, limits: settings }
  const outbox = createOutbox(sender, app.log)
  app.addHook('onClose', () => outbox.close())
  const countries = settings.PHONE_COUNTRIES.split(',').map((country) => country.trim().toUpperCase())

  app.route({
    ...postCode,
    handler: async (request, reply) => {
      const { channel, target: typed } = request.body
      const target = channel === 'email' ? normalizeEmail(typed) : await normalizePhone(typed, countries)
      const country = channel === 'phone' && !target ? await refusedCountry(typed, countries) : undefined
      if (country) throw new CountryRefused(country)
      if (!target || !sender[channel]) throw new Refusal(422, 'target_refused', REFUSED[channel])
      const browserHash = sha256(ensureBrowserToken(request, reply))
      const networks = networksOf(request.ip)
      const mailbox = channel === 'email' ? countedEmail(target) : target
      const subject = { channel, mailbox, site: networks.site }
      const proof = request.body.proof === undefined ? undefined : readProof(pepper, subject, request.body.proof)
      const issued = await issueCode(context, { channel, target, mailbox, browserHash, networks, proof })
      if ('retryAfterSeconds' in issued) {
        const seconds = issued.retryAfterSeconds
        throw new TooManyRequests(`Too many codes requested. Please wait ${seconds} seconds.`, seconds)
      }
      if ('proofBits' in issued) {
        const challenge = makeChallenge(pepper, subject, issued.proofBits)
        throw new ProofWanted(
          'Many codes are requested right now. Please send a proof of work with the request.',
          challenge,
        )
      }
      if (!issued.isSent)
        request.log.warn({ channel }, 'withheld a one-time code: the rest is reserved for existing accounts')
      else outbox.post(channel, { id: issued.id, target, code: issued.code, locale: interfaceLanguage(request) })
      const data = { challenge_id: issued.id, resend_after_seconds: issued.resendAfterSeconds }
      return reply.code(202).send({ data })
    },
  })

  app.route({
    ...postSession,
    handler: async (request, reply) => {
      const { challenge_id: id, code } = request.body
      const token = findBrowserToken(request)
      const { channel, target } = await redeemCode(context, { id, code, browserHash: token && sha256(token) })
      const userId = await userOfTarget(db, channel, target, newUser())
      await signIn(db, request, reply, userId)
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

/** Signs in the user of the mobile app or a mini-program: exchanges its single-use token for a session. */
export function appSessionRoutes(app: App, { db, settings }: { db: Database; settings: Settings }): void {
  app.route({
    ...postAppSession,
    handler: async (request, reply) => {
      if (!mayHaveToken(request, settings)) throw new Refusal(404, 'not_found', 'There is nothing at this address.')
      const claims = await readAppToken(request.body.token, settings.APP_TOKEN_SECRET)
      if (!claims || !(await takeOnce(db, sha256(`${claims.iss} ${claims.jti}`))))
        throw new Refusal(410, 'code_expired', 'This sign-in has expired. Please open this page from the app again.')
      const identity = { provider: 'app', issuer: claims.iss, subject: claims.sub, email: undefined }
      const { userId } = await userOfIdentity(db, { ...identity, verifiedEmail: undefined }, newUser(claims.nickname))
      await signIn(db, request, reply, userId)
      return reply.code(201).send({ data: { user_id: userId } })
    },
  })
}
