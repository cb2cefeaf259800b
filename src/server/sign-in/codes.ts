import { createHmac, randomInt } from 'node:crypto'
import { v4 as randomId } from 'uuid'
import { inTransaction } from '../db/connection/retry.ts'
import type { Database } from '../db/schema.ts'
import {
  type Channel,
  countChallenges,
  countSent,
  insertChallenge,
  lockChallenges,
  type Networks,
  type NewChallenge,
  tryChallenge,
} from '../db/tables/codes.ts'
import { hasAccount } from '../db/tables/identities.ts'
import { Refusal } from '../http/refusal.ts'
import { pseudonymOfRange, pseudonymsWith } from '../names/pseudonym.ts'
import { type CodeBudgets, JUDGED_HOURS, pauseAfter, weigh } from './code-budgets.ts'
import { numberRange } from './targets.ts'

const NO_MESSAGES = { today: 0, judged: { sent: 0, verified: 0 } }

type CodeSettings = CodeBudgets & { WRONG_CODES_PER_SITE: number; WRONG_CODES_PER_HOUR: number }

export type CodeContext = { db: Database; pepper: string; limits: CodeSettings }

export type CodeRequest = {
  channel: Channel
  target: string
  browserHash: string
  networks: Networks
}

export type IssuedCode = { id: string; code: string; resendAfterSeconds: number; isSent: boolean }

/** No code was sent: the sender has to wait. */
export type NoCode = { retryAfterSeconds: number }

function hmac(pepper: string, id: string, code: string): string {
  return createHmac('sha256', pepper).update(`${id}${code}`).digest('base64url')
}

/** What a target is counted by, which stays when its account goes. */
type Counted = Pick<NewChallenge, 'mailbox' | 'numberRange'>

async function countedBy(pepper: string, { channel, target }: CodeRequest): Promise<Counted> {
  const mailbox = pseudonymsWith(pepper)({ channel, target })
  return { mailbox, numberRange: channel === 'phone' ? pseudonymOfRange(pepper, await numberRange(target)) : '' }
}

/** Whether a code may be sent now, and why none was. */
async function weighRequest(db: Database, { limits }: CodeContext, request: CodeRequest, counted: Counted) {
  const { channel, networks } = request
  const recent = await countChallenges(db, { channel, ...counted, ...networks })
  const messages =
    channel === 'phone'
      ? { today: (await countSent(db, 'phone', 24)).sent, judged: await countSent(db, 'phone', JUDGED_HOURS) }
      : NO_MESSAGES
  const { waitSeconds, isReserved } = weigh(channel, recent, messages, limits)
  const refusal: NoCode | undefined = waitSeconds > 0 ? { retryAfterSeconds: waitSeconds } : undefined
  return { recent, isReserved, refusal }
}

/**
 * Creates a six-digit code that is valid for five minutes. Neither the reply nor its timing depends on whether an
 * account exists: accounts are looked up only when few codes are left and those are reserved for accounts. Strangers
 * then get no code but the same reply as everybody. Only an HMAC of the code is stored, keyed with a secret that is not
 * in the database.
 */
export async function issueCode(context: CodeContext, request: CodeRequest): Promise<IssuedCode | NoCode> {
  const { db, pepper, limits } = context
  const { channel, target, browserHash, networks } = request
  const counted = await countedBy(pepper, request)
  // Refuse before taking the lock, so that hopeless requests neither wait nor make others wait.
  const { refusal } = await weighRequest(db, context, request, counted)
  if (refusal) return refusal
  const id = randomId()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return inTransaction(db, async (transaction) => {
    await lockChallenges(transaction, id)
    const weighed = await weighRequest(transaction, context, request, counted)
    if (weighed.refusal) return weighed.refusal
    const isSent = !weighed.isReserved || (await hasAccount(transaction, channel, target))
    const codeHmac = hmac(pepper, id, code)
    await insertChallenge(transaction, { id, channel, target, ...counted, codeHmac, browserHash, isSent, ...networks })
    const resendAfterSeconds = pauseAfter(weighed.recent.own.count + 1, limits.CODE_RESEND_SECONDS)
    return { id, code, resendAfterSeconds, isSent }
  })
}

/**
 * Redeems a code.
 * @returns the target it was sent to
 * @throws Refusal 422 code_wrong; 410 code_expired when no further try can succeed
 */
export async function redeemCode(
  { db, pepper, limits }: CodeContext,
  { id, code, browserHash }: { id: string; code: string; browserHash: string | undefined },
): Promise<{ channel: Channel; target: string }> {
  const wrong = { perSite: limits.WRONG_CODES_PER_SITE, altogether: limits.WRONG_CODES_PER_HOUR }
  const tried = browserHash && (await tryChallenge(db, { id, browserHash, codeHmac: hmac(pepper, id, code) }, wrong))
  if (!tried) throw new Refusal(410, 'code_expired', 'This code is no longer valid. Please request a new one.')
  if (!tried.isRight) throw new Refusal(422, 'code_wrong', 'This code is wrong.')
  return { channel: tried.channel, target: tried.target }
}
