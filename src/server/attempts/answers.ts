import type { Attempt } from '#contract/attempts.ts'
import { afterAnswer, type Decision, type Taken, takeAnswer } from '#quiz/attempt.ts'
import { QUESTIONS } from '#quiz/constants.ts'
import { retriedAsWhole } from '../db/connection/retry.ts'
import { type NewAnswer, recordAnswer } from '../db/tables/answers.ts'
import type { ShownAttempt, StoredAttempt } from '../db/tables/attempt-rows.ts'
import { findStoredAttempt } from '../db/tables/attempts.ts'
import type { Owner } from '../db/tables/ownership.ts'
import { HttpError } from '../http/http-error.ts'
import { toAttempt } from './attempt-reply.ts'
import { type AttemptContext, notFound, sourcesFor } from './attempts.ts'

function errorFor(kind: Exclude<Decision['kind'], 'taken' | 'repeat'>, { answered }: ShownAttempt): HttpError {
  if (kind === 'no such position')
    return new HttpError(400, 'invalid_request', `An assessment has ${QUESTIONS} questions.`)
  if (kind === 'out of order')
    return new HttpError(409, 'answer_out_of_order', `The next question to answer is number ${answered + 1}.`)
  return new HttpError(422, 'choice_not_offered', "Choose from this question's four options, or none.")
}

/**
 * Writes an answer and caches the attempt after it.
 * @returns undefined if the attempt belongs to another owner or another answer came first
 */
async function write(
  { db, open, counts }: AttemptContext,
  owner: Owner,
  answer: NewAnswer,
  attempt: StoredAttempt,
  decision: Taken,
): Promise<ShownAttempt | undefined> {
  if (!(await recordAnswer(db, owner, answer, attempt, decision))) return undefined
  const after = afterAnswer(attempt, answer.choice, decision)
  open.keep(after)
  if (after.result) counts.finished(attempt.language)
  return after
}

/**
 * Answers the attempt from this process's cache, which may be outdated or another owner's, so the result counts only if
 * the database accepts the answer from this owner.
 * @returns undefined if the database must be asked
 */
async function fromMemory(context: AttemptContext, owner: Owner, answer: NewAnswer): Promise<ShownAttempt | undefined> {
  const attempt = context.open.take(answer.id)
  if (!attempt) return undefined
  const decision = takeAnswer(attempt, answer, sourcesFor(context, attempt.language))
  return decision.kind === 'taken' ? write(context, owner, answer, attempt, decision) : undefined
}

/**
 * Answers the attempt from the database.
 * @throws HttpError
 */
async function fromDatabase(context: AttemptContext, owner: Owner, answer: NewAnswer): Promise<ShownAttempt> {
  const attempt = await findStoredAttempt(context.db, answer.id, owner)
  if (!attempt) throw notFound()
  const decision = takeAnswer(attempt, answer, sourcesFor(context, attempt.language))
  if (decision.kind === 'repeat') return attempt
  if (decision.kind !== 'taken') throw errorFor(decision.kind, attempt)
  // Another answer may come between reading and writing; if so, read its result.
  return (await write(context, owner, answer, attempt, decision)) ?? fromDatabase(context, owner, answer)
}

/**
 * Records an answer and draws the next round, all or nothing. The first answer to a position is final: a repeat, even
 * after the end, changes nothing and returns the current attempt (Specification §5).
 * @throws HttpError if the answer isn't for the owner's next question or not among its options
 */
export async function answerAttempt(context: AttemptContext, owner: Owner, answer: NewAnswer): Promise<Attempt> {
  const attempt = await retriedAsWhole(
    async () => (await fromMemory(context, owner, answer)) ?? fromDatabase(context, owner, answer),
  )
  return toAttempt(attempt)
}
