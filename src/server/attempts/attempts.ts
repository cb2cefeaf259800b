import { v7 as newId } from 'uuid'
import type { Attempt } from '#contract/attempts.ts'
import { type AttemptSources, newAttempt } from '#quiz/attempt.ts'
import type { Language } from '#quiz/languages.ts'
import { LEVEL_RULES } from '#quiz/level-rule.ts'
import type { Random } from '#quiz/random.ts'
import type { Settings } from '#settings/settings.ts'
import { type Banks, itemVersion } from '../banks/banks.ts'
import { inTransaction, retriedAsWhole } from '../db/connection/retry.ts'
import type { Database } from '../db/schema.ts'
import type { StoredAttempt } from '../db/tables/attempt-rows.ts'
import { findAttempt, insertAttempt, itemsSeen, secondsUntilNext } from '../db/tables/attempts.ts'
import type { Owner } from '../db/tables/ownership.ts'
import { HttpError, TooManyRequests } from '../http/http-error.ts'
import type { QuizCounts } from '../metrics/metrics.ts'
import { toAttempt } from './attempt-reply.ts'
import type { OpenAttempts } from './open-attempts.ts'

export type AttemptContext = {
  db: Database
  banks: Banks
  random: Random
  settings: Pick<Settings, 'LEVEL_RULE'>
  counts: QuizCounts
  open: OpenAttempts
}

/** The sources for drawing and scoring attempts in a language. */
export function sourcesFor({ banks, random, settings }: AttemptContext, language: Language): AttemptSources {
  return { bank: banks[language], random, rule: LEVEL_RULES[settings.LEVEL_RULE], versionOf: itemVersion }
}

/** The parameters of a new attempt. */
export type Start = {
  language: Language
  flowId: string
  interfaceLanguage: string
  /** The visitor has no cookie and no account yet, so there are no earlier questions. */
  isFirst: boolean
}

/** @throws TooManyRequests if this browser or account has used up its tests of the day */
async function checkDay(transaction: Database, owner: Owner): Promise<void> {
  const seconds = await secondsUntilNext(transaction, owner)
  if (seconds > 0)
    throw new TooManyRequests('You have reached the daily limit of tests. Please come back later.', seconds)
}

/**
 * Starts an attempt with its first round.
 * @throws TooManyRequests if this browser or account has used up its tests of the day
 */
export async function startAttempt(
  context: AttemptContext,
  owner: Owner & { visitor: string },
  { language, flowId, interfaceLanguage, isFirst }: Start,
): Promise<Attempt> {
  const { db, counts, open } = context
  const id = newId()
  const insert = async (on: Database, seen: readonly number[]) => {
    const state = newAttempt(seen, sourcesFor(context, language))
    const row: StoredAttempt = { ...state, id, flowId, language, interfaceLanguage }
    return (await insertAttempt(on, owner, row)) ? row : undefined
  }
  const attempt = isFirst
    ? await retriedAsWhole(() => insert(db, []))
    : await inTransaction(db, async (transaction) => {
        await checkDay(transaction, owner)
        return insert(transaction, await itemsSeen(transaction, owner, language))
      })
  counts.started(language)
  // Undefined if this retries a successful write: the round is already stored.
  if (!attempt) return readAttempt(context, owner, id)
  open.keep(attempt)
  return toAttempt(attempt)
}

/** The error for an id that isn't the owner's. */
export const notFound = () => new HttpError(404, 'assessment_not_found', 'You have no assessment with this id.')

/** The error for an id that isn't a finished attempt of the owner's. */
export const finishedNotFound = () =>
  new HttpError(404, 'assessment_not_found', 'You have no finished assessment with this id.')

/** @throws HttpError if the owner has no such attempt */
export async function readAttempt({ db }: AttemptContext, owner: Owner, id: string): Promise<Attempt> {
  const attempt = await findAttempt(db, id, owner)
  if (!attempt) throw notFound()
  return toAttempt(attempt)
}
