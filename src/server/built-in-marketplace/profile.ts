import type { FastifyRequest } from 'fastify'
import type { Foundation, LearningPurpose, ProfileUpdate } from '#contract/profile.ts'
import { cleanShownText } from '#contract/typed-text.ts'
import { inTransaction } from '../db/connection/retry.ts'
import type { Database } from '../db/schema.ts'
import {
  findLanguages,
  findPurposes,
  type LanguageEntry,
  putLanguage,
  putPurpose,
  replaceLanguages,
} from '../db/tables/profile.ts'
import { findUser, lockUser, recordOnboarding, type User } from '../db/tables/users.ts'
import { HttpError } from '../http/http-error.ts'
import type { CallHandlers } from '../marketplace.ts'
import { type CountrySettings, isInChina } from '../who/country.ts'
import { type Identity, requireSignedIn } from '../who/identity.ts'
import { isOfferedPurpose } from './purpose-options.ts'

type MeContext = { db: Database; who: Identity; settings: CountrySettings }

/** Three parallel arrays, one entry per language (Specification §7). */
function readLanguages({
  language_s,
  level_s,
  is_learning_s,
}: NonNullable<ProfileUpdate['language']>): LanguageEntry[] {
  if (level_s.length !== language_s.length || is_learning_s.length !== language_s.length)
    throw new HttpError(400, 'invalid_request', 'language_s, level_s, and is_learning_s must have the same length.')
  return language_s.map((language, index) => ({
    language,
    level: level_s[index] as number,
    is_learning: is_learning_s[index] as boolean,
  }))
}

function checkPurposes(
  list: readonly LearningPurpose[],
  { hasKids }: { hasKids: boolean },
): readonly LearningPurpose[] {
  if (new Set(list.map(({ language }) => language)).size < list.length)
    throw new HttpError(400, 'invalid_request', 'Each language may have only one purpose.')
  const wrong = list.find((chosen) => !isOfferedPurpose(chosen))
  if (wrong)
    throw new HttpError(
      400,
      'invalid_request',
      `${wrong.purpose} is not offered to ${wrong.role} with this sub_purpose.`,
    )
  if (!hasKids && list.some(({ role }) => role === 'kids'))
    throw new HttpError(403, 'forbidden', 'Purposes for children are not offered in your country.')
  return list.map((chosen) => ({ ...chosen, sub_purpose: cleanShownText(chosen.sub_purpose) }))
}

/** Locks the account, so its writes run one after another, each in a transaction. */
async function changeProfile(db: Database, { id }: User, change: (db: Database) => Promise<void>) {
  return inTransaction(db, async (trx) => {
    await lockUser(trx, id)
    const user = await findUser(trx, id)
    if (!user) throw new HttpError(401, 'signed_out', 'Please sign in first.')
    await change(trx)
    return toFoundation(trx, (await findUser(trx, id)) as User)
  })
}

/** The profile of the signed-in account, and its changes. */
export function profileHandlers({
  db,
  who,
  settings,
}: MeContext): Pick<CallHandlers, 'getFoundation' | 'postProfile' | 'postOnboarding'> {
  const updateProfile = async (request: FastifyRequest, user: User, { language, purpose_list }: ProfileUpdate) => {
    if (language) {
      const list = readLanguages(language)
      return changeProfile(db, user, (trx) => replaceLanguages(trx, user.id, list))
    }
    const list = checkPurposes(purpose_list ?? [], { hasKids: !isInChina(request, settings, user) })
    return changeProfile(db, user, async (trx) => {
      for (const chosen of list) await putPurpose(trx, user.id, chosen)
    })
  }

  return {
    async getFoundation(request) {
      return { data: await toFoundation(db, await requireSignedIn(who, request)) }
    },
    async postProfile(request) {
      const user = await requireSignedIn(who, request)
      return { data: await updateProfile(request, user, request.body) }
    },
    async postOnboarding(request) {
      const user = await requireSignedIn(who, request)
      const { primary_learning_language: language, primary_learning_level: level } = request.body
      const data = await changeProfile(db, user, async (trx) => {
        await recordOnboarding(trx, user.id, language)
        await putLanguage(trx, user.id, { language, level, is_learning: true })
      })
      return { data }
    },
  }
}

/** The profile of an account (Specification §3, user foundation). */
export async function toFoundation(db: Database, user: User): Promise<Foundation> {
  const { is_pro, is_tutor, register_status, learning_language } = user
  return {
    user: { is_pro, is_tutor, register_status, learning_language },
    language_list: await findLanguages(db, user.id),
    purpose_list: await findPurposes(db, user.id),
  }
}
