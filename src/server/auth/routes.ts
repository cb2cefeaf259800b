import { appSessionRoutes } from '../api/app-sessions.ts'
import { codeRoutes } from '../api/auth.ts'
import { oauthRoutes } from '../api/oauth.ts'
import type { Database } from '../db/schema.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { createOutbox } from './outbox.ts'
import type { Sender } from './sender.ts'

/** Everything about signing in: codes by mail and phone, keyed with the pepper, providers, the app's tokens, sessions. */
export function authRoutes(
  app: App,
  { db, sender, settings, pepper }: { db: Database; sender: Sender; settings: Settings; pepper: string },
) {
  const outbox = createOutbox(sender, app.log)
  app.addHook('onClose', () => outbox.close())
  const countries = settings.PHONE_COUNTRIES.split(',').map((country) => country.trim().toUpperCase())
  codeRoutes(app, { db, sender, outbox, pepper, countries, limits: settings })
  oauthRoutes(app, { db, timeoutMs: settings.PROVIDER_TIMEOUT_MS }, settings)
  if (settings.APP_TOKEN_SECRET) appSessionRoutes(app, { db, settings })
}
