import { freeTrialEvent, getLogin, getPurposes, getUser } from '#contract/profile.ts'
import { findLanguages, findPurposes, recordFreeTrial } from '../db/profile.ts'
import type { Database } from '../db/schema.ts'
import { findUser } from '../db/users.ts'
import { Refusal } from '../edge/refusal.ts'
import { refuseOtherSites } from '../edge/request-checks.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { isInChina } from '../visitor/country.ts'
import { findSignedIn, isFreeTrialNoted, markFreeTrialNoted, requireSignedIn, toLogin } from '../visitor/session.ts'
import { purposeOptions } from './purpose-options.ts'

export function userRoutes(app: App, { db, settings }: { db: Database; settings: Settings }): void {
  app.route({
    ...getUser,
    handler: async (request) => {
      // Ids are sequential, so only signed-in people may look up others: no anonymous harvesting of nicknames.
      const asking = await requireSignedIn(db, request)
      const user = await findUser(db, Number(request.params.id))
      if (!user) throw new Refusal(404, 'not_found', 'There is no user with this id.')
      const { has_detail, has_language } = request.query
      const isOwn = user.id === asking.id
      return {
        data: {
          user_id: user.id,
          nickname: user.nickname,
          avatar_file_name: user.avatar_file_name,
          is_pro: user.is_pro,
          ...(isOwn && has_language === '1' ? { language_list: await findLanguages(db, user.id) } : {}),
          ...(isOwn && has_detail === '1' ? { purpose_list: await findPurposes(db, user.id) } : {}),
        },
      }
    },
  })

  app.route({
    ...getPurposes,
    handler: async (request) => {
      const user = await findSignedIn(db, request)
      return { data: purposeOptions({ hasKids: !isInChina(request, settings, user) }) }
    },
  })
}

export function loginRoutes(app: App, { db, settings }: { db: Database; settings: Settings }): void {
  app.route({
    ...getLogin,
    handler: async (request) => {
      return { data: toLogin(request, settings, await findSignedIn(db, request)) }
    },
  })

  app.route({
    ...freeTrialEvent,
    // A GET that writes (Specification §7): the hook checks only other methods.
    onRequest: refuseOtherSites,
    handler: async (request, reply) => {
      const { id } = await requireSignedIn(db, request)
      if (isFreeTrialNoted(request)) return { data: {} }
      await recordFreeTrial(db, id)
      markFreeTrialNoted(request, reply)
      return { data: {} }
    },
  })
}
