import { postAppSession } from '#contract/auth.ts'
import { readAppToken } from '../auth/app-token.ts'
import { takeAppToken } from '../db/app-tokens.ts'
import type { Database } from '../db/schema.ts'
import { userOfIdentity } from '../db/sign-ins.ts'
import { Refusal } from '../edge/refusal.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { isFromMobileApp } from '../visitor/mobile-app.ts'
import { newUser } from '../visitor/nickname.ts'
import { sha256 } from '../visitor/secret-cookie.ts'
import { signIn } from '../visitor/session.ts'

/** The mobile app signs its user in: its token, once, for our session (design §7). */
export function appSessionRoutes(app: App, { db, settings }: { db: Database; settings: Settings }): void {
  app.route({
    ...postAppSession,
    handler: async (request, reply) => {
      if (!isFromMobileApp(request, settings)) throw new Refusal(404, 'not_found', 'There is nothing at this address.')
      const claims = await readAppToken(request.body.token, settings.APP_TOKEN_SECRET)
      if (!claims || !(await takeAppToken(db, sha256(`${claims.iss} ${claims.jti}`))))
        throw new Refusal(410, 'code_expired', 'This sign-in has expired. Please open this page from the app again.')
      const identity = { provider: 'app', issuer: claims.iss, subject: claims.sub, email: undefined }
      const userId = await userOfIdentity(db, { ...identity, verifiedEmail: undefined }, newUser(claims.nickname))
      // Only somebody else's address could stand against it, and the token has none.
      if (userId === undefined) throw new Error('An identity without an address has no account.')
      await signIn(db, request, reply, userId)
      return reply.code(201).send({ data: { user_id: userId } })
    },
  })
}
