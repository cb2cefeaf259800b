import type { Locale } from '#contract/locales.ts'
import { getReview } from '#contract/review.ts'
import { finishedNotFound } from '../attempts/attempts.ts'
import { toReview } from '../attempts/review.ts'
import type { Banks } from '../banks/banks.ts'
import type { Database } from '../db/schema.ts'
import { findFlags } from '../db/tables/flags.ts'
import { type FinishedAttempt, findOwnFinished } from '../db/tables/results.ts'
import type { Gates } from '../http/gates.ts'
import type { Limits } from '../http/limits.ts'
import type { App } from '../http/server.ts'
import { type Identity, requireSignedIn } from '../who/identity.ts'
import { interfaceLanguage } from '../who/interface-language.ts'

/**
 * The signed-in owner's finished attempt.
 * @throws HttpError 404
 */
export async function getOwnFinished(db: Database, userId: number, id: string): Promise<FinishedAttempt> {
  const attempt = await findOwnFinished(db, userId, id)
  if (!attempt) throw finishedNotFound()
  return attempt
}

type ReviewContext = {
  db: Database
  who: Identity
  banks: Banks
  limits: Pick<Limits, 'accountReads'>
  gates: Pick<Gates, 'calls'>
}

/** The review of a finished attempt, for its owner only. It counts as a read of the whole account. */
export function reviewRoutes(app: App, { db, who, banks, limits, gates }: ReviewContext): void {
  const read = async (userId: number, id: string, locale: Locale) => {
    const attempt = await getOwnFinished(db, userId, id)
    const flags = await findFlags(db, userId)
    return toReview(banks, attempt, flags, locale)
  }
  app.route({
    ...getReview,
    handler: async (request) => {
      const { id: userId } = await requireSignedIn(who, request)
      await limits.accountReads(userId)
      const locale = interfaceLanguage(request)
      return { data: await gates.calls.run('accounts', () => read(userId, request.params.id, locale)) }
    },
  })
}
