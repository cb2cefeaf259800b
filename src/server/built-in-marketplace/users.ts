import type { Database } from '../db/schema.ts'
import { findLanguages, findPurposes } from '../db/tables/profile.ts'
import { findShownUser } from '../db/tables/users.ts'
import { HttpError } from '../http/http-error.ts'
import type { Limits } from '../http/limits.ts'
import type { CallHandlers } from '../marketplace.ts'
import { type CountrySettings, isInChina } from '../who/country.ts'
import { findSignedIn, type Identity, requireSignedIn, toLogin } from '../who/identity.ts'
import { purposeOptions } from './purpose-options.ts'

type UserContext = {
  db: Database
  who: Identity
  settings: CountrySettings
  limits: Pick<Limits, 'userLookups'>
}

/** The signed-in user, other users, and the available purposes. */
export function userHandlers({
  db,
  who,
  settings,
  limits,
}: UserContext): Pick<CallHandlers, 'getLogin' | 'freeTrialEvent' | 'getUser' | 'getPurposes'> {
  return {
    async getLogin(request) {
      return { data: toLogin(request, settings, await findSignedIn(who, request)) }
    },
    async freeTrialEvent(request) {
      await requireSignedIn(who, request)
      return { data: {} }
    },
    async getUser(request) {
      const asking = await requireSignedIn(who, request)
      await limits.userLookups(asking.id)
      const id = Number(request.params.id)
      const isOwn = id === asking.id
      const user = isOwn ? asking : await findShownUser(db, id)
      if (!user) throw new HttpError(404, 'not_found', 'No user has this id.')
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
    async getPurposes(request) {
      const user = await findSignedIn(who, request)
      return { data: purposeOptions({ hasKids: !isInChina(request, settings, user) }) }
    },
  }
}
