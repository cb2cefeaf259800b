import { createHmac, randomInt } from 'node:crypto'
import { v4 as randomId } from 'uuid'
import {
  type Channel,
  countChallenges,
  insertChallenge,
  lockChallenges,
  type RecentCodes,
  tryChallenge,
} from '../db/codes.ts'
import { inTransaction } from '../db/retry.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../edge/refusal.ts'
import { numberRange } from './targets.ts'

const HOUR_SECONDS = 3600

type CodeLimits = {
  CODE_RESEND_SECONDS: number
  CODES_PER_TARGET: number
  CODES_PER_ADDRESS: number
  CODES_PER_NUMBER_RANGE: number
  CODES_PER_HOUR: number
}

export type CodeContext = { db: Database; pepper: string; limits: CodeLimits }

export type CodeRequest = { channel: Channel; target: string; browserHash: string; address: string }

export type IssuedCode = { id: string; code: string; resendAfterSeconds: number }

function hmac(pepper: string, id: string, code: string): string {
  return createHmac('sha256', pepper).update(`${id}${code}`).digest('base64url')
}

/** The wait after the n-th code to one target within an hour; it doubles each time. */
function pauseAfter(count: number, seconds: number): number {
  return count === 0 ? 0 : Math.min(seconds * 2 ** (count - 1), HOUR_SECONDS)
}

/** How long until the oldest code of the hour no longer counts, if the limit is reached. */
function waitForLimit({ count, first }: RecentCodes, limit: number): number {
  return count < limit ? 0 : HOUR_SECONDS - first
}

/**
 * Creates a six-digit code that is valid for five minutes. It looks up no account, so that neither the response nor its timing reveals whether
 * one exists. Only an HMAC of the code is stored, keyed with a secret that is not in the database.
 * @returns the code, or how many seconds to wait first
 */
export async function issueCode(
  { db, pepper, limits }: CodeContext,
  { channel, target, browserHash, address }: CodeRequest,
): Promise<IssuedCode | { retryAfterSeconds: number }> {
  const id = randomId()
  const range = channel === 'phone' ? numberRange(target) : undefined
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return inTransaction(db, async (transaction) => {
    await lockChallenges(transaction, id)
    const recent = await countChallenges(transaction, { channel, target, address, range })
    const wait = Math.max(
      pauseAfter(recent.target.count, limits.CODE_RESEND_SECONDS) - recent.target.last,
      waitForLimit(recent.target, limits.CODES_PER_TARGET),
      waitForLimit(recent.address, limits.CODES_PER_ADDRESS),
      waitForLimit(recent.range, limits.CODES_PER_NUMBER_RANGE),
      waitForLimit(recent.everyone, limits.CODES_PER_HOUR),
    )
    if (wait > 0) return { retryAfterSeconds: Math.ceil(wait) }
    await insertChallenge(transaction, { id, channel, target, codeHmac: hmac(pepper, id, code), browserHash, address })
    return { id, code, resendAfterSeconds: pauseAfter(recent.target.count + 1, limits.CODE_RESEND_SECONDS) }
  })
}

/**
 * Redeems a code.
 * @returns the target that it was sent to
 * @throws Refusal 422 code_wrong; 410 code_expired when no further try can succeed, for whatever reason
 */
export async function redeemCode(
  { db, pepper }: CodeContext,
  { id, code, browserHash }: { id: string; code: string; browserHash: string | undefined },
): Promise<{ channel: Channel; target: string }> {
  const tried = browserHash && (await tryChallenge(db, { id, browserHash, codeHmac: hmac(pepper, id, code) }))
  if (!tried) throw new Refusal(410, 'code_expired', 'This code is no longer valid. Please request a new one.')
  if (!tried.isRight) throw new Refusal(422, 'code_wrong', 'This code is wrong.')
  return { channel: tried.channel, target: tried.target }
}
