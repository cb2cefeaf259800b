import { freeTrialEvent, getLogin, getPurposes, getUser } from '#contract/profile.ts'
import type { Settings } from '#settings/settings.ts'
import type { Database } from '../db/schema.ts'
import { recordFreeTrial } from '../db/tables/free-trial-events.ts'
import { findLanguages, findPurposes } from '../db/tables/profile.ts'
import { findShownUser } from '../db/tables/users.ts'
import type { Limits } from '../http/limits.ts'
import { Refusal } from '../http/refusal.ts'
import type { App } from '../http/server.ts'
import { isInChina } from '../who/country.ts'
import { isFreeTrialNoted, markFreeTrialNoted } from '../who/free-trial-event.ts'
import { findSignedIn, type Identity, requireSignedIn, toLogin } from '../who/identity.ts'
import { purposeOptions } from './purpose-options.ts'

type UserRoutesContext = { db: Database; who: Identity; settings: Settings }

export function userRoutes(
  app: App,
  { db, who, settings, limits }: UserRoutesContext & { limits: Pick<Limits, 'userLookups'> },
): void {
  app.route({
    ...getUser,
    handler: async (request) => {
      const asking = await requireSignedIn(who, request)
      await limits.userLookups(asking.id)
      const id = Number(request.params.id)
      const isOwn = id === asking.id
      const user = isOwn ? asking : await findShownUser(db, id)
      if (!user) throw new Refusal(404, 'not_found', 'There is no user with this id.')
      const { has_detail, has_language } = request.query
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
      const user = await findSignedIn(who, request)
      return { data: purposeOptions({ hasKids: !isInChina(request, settings, user) }) }
    },
  })
}

export function loginRoutes(app: App, { db, who, settings }: UserRoutesContext): void {
  app.route({
    ...getLogin,
    handler: async (request) => {
      return { data: toLogin(request, settings, await findSignedIn(who, request)) }
    },
  })

  app.route({
    ...freeTrialEvent,
    handler: async (request, reply) => {
      const { id } = await requireSignedIn(who, request)
      if (isFreeTrialNoted(who, request)) return { data: {} }
      await recordFreeTrial(db, id)
      markFreeTrialNoted(who, request, reply)
      return { data: {} }
    },
  })
}
