import { createHmac, randomInt } from 'node:crypto'
import { v4 as randomId } from 'uuid'
import { inTransaction } from '../db/connection/retry.ts'
import type { Database } from '../db/schema.ts'
import { type Channel, countChallenges, insertChallenge, lockChallenges, tryChallenge } from '../db/tables/codes.ts'
import { HttpError } from '../http/http-error.ts'
import { countedTarget } from '../names/email.ts'
import { type CodeBudgets, pauseAfter, secondsToWait } from './code-budgets.ts'

export type CodeContext = { db: Database; pepper: string; limits: CodeBudgets }

/** `network` is the sender's (http/limits.ts). */
export type CodeRequest = { channel: Channel; target: string; browserHash: string; network: string }

export type IssuedCode = { id: string; code: string; resendAfterSeconds: number }

/** No code was sent, because the sender has to wait. */
export type NoCode = { retryAfterSeconds: number }

function hmac(pepper: string, id: string, code: string): string {
  return createHmac('sha256', pepper).update(`${id}${code}`).digest('base64url')
}

/**
 * Creates a six-digit code that's valid for five minutes. It never looks up accounts, so neither the reply nor its
 * timing can depend on whether one exists. Only an HMAC of the code is stored, keyed with a secret that isn't in the
 * database.
 */
export async function issueCode(context: CodeContext, request: CodeRequest): Promise<IssuedCode | NoCode> {
  const { db, pepper, limits } = context
  const { channel, network } = request
  const counted = countedTarget(request.target)
  const weigh = async (database: Database) => {
    const recent = await countChallenges(database, { channel, counted, network })
    return { recent, retryAfterSeconds: secondsToWait(channel, recent, limits) }
  }
  // Reject before taking the lock, so hopeless requests neither wait nor make others wait.
  const { retryAfterSeconds } = await weigh(db)
  if (retryAfterSeconds > 0) return { retryAfterSeconds }
  const id = randomId()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return inTransaction(db, async (transaction) => {
    await lockChallenges(transaction, id)
    const { recent, retryAfterSeconds } = await weigh(transaction)
    if (retryAfterSeconds > 0) return { retryAfterSeconds }
    await insertChallenge(transaction, { ...request, id, counted, codeHmac: hmac(pepper, id, code) })
    return { id, code, resendAfterSeconds: pauseAfter(recent.own.count + 1) }
  })
}

/**
 * Redeems a code.
 * @returns the target it was sent to
 * @throws HttpError 422 code_wrong; 410 code_expired when no further try can succeed
 */
export async function redeemCode(
  { db, pepper }: Pick<CodeContext, 'db' | 'pepper'>,
  { id, code, browserHash }: { id: string; code: string; browserHash: string | undefined },
): Promise<{ channel: Channel; target: string }> {
  const tried = browserHash && (await tryChallenge(db, { id, browserHash, codeHmac: hmac(pepper, id, code) }))
  if (!tried) throw new HttpError(410, 'code_expired', 'This code is no longer valid. Please request a new one.')
  if (!tried.isRight) throw new HttpError(422, 'code_wrong', 'This code is wrong.')
  return { channel: tried.channel, target: tried.target }
}
