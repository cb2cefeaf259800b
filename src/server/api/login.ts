import { freeTrialEvent, getLogin } from '#contract/profile.ts'
import { recordFreeTrial } from '../db/free-trial.ts'
import type { Database } from '../db/schema.ts'
import { refuseForeignPage } from '../edge/same-site.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { toLogin } from '../visitor/login.ts'
import { findSignedIn, requireSignedIn } from '../visitor/session.ts'

export function loginRoutes(app: App, { db, settings }: { db: Database; settings: Settings }): void {
  app.route({
    ...getLogin,
    handler: async (request) => {
      return { data: toLogin(request, settings, await findSignedIn(db, request)) }
    },
  })

  app.route({
    ...freeTrialEvent,
    // A GET that changes something (Specification §7): the hook for other methods does not see it.
    onRequest: refuseForeignPage,
    handler: async (request) => {
      const { id } = await requireSignedIn(db, request)
      await recordFreeTrial(db, id)
      return { data: {} }
    },
  })
}
