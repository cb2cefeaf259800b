import { flowUser, makeFlowId } from '#quiz/flow-id.ts'
import type { Language } from '#quiz/languages.ts'
import type { Database } from '../db/schema.ts'
import { findUserId } from '../db/tables/identities.ts'
import { HttpError } from '../http/http-error.ts'
import { type NoUser, type SignedIn, unidentified } from './identity.ts'

const othersFlow = () =>
  new HttpError(400, 'invalid_request', 'A flow id starts with your own user id, or with 0 if you are signed out.')

/**
 * The flow id of a new attempt: the browser's if it has one. While the sender is unidentified, it contains no user id.
 * @throws HttpError 400 if it contains another user's id
 */
export function flowIdOf(flowId: string | undefined, language: Language, sender: SignedIn | NoUser): string {
  const said = flowId === undefined ? undefined : flowUser(flowId)
  if (flowId === undefined || (said !== undefined && sender === 'unknown'))
    return makeFlowId(typeof sender === 'object' ? sender.publicId : 0, language, Date.now())
  if (said !== undefined && (typeof sender !== 'object' || String(sender.publicId) !== said)) throw othersFlow()
  return flowId
}

/**
 * Rejects flow ids with another user's id, because they're sent with events to the operator's collector. `issuer`: the
 * linked marketplace that has the accounts, if there is one.
 * @throws HttpError 400; TryAgain while the sender can't be identified
 */
export async function refuseOthersFlows(
  { db, issuer }: { db: Database; issuer: string | undefined },
  flowIds: readonly string[],
  sender: number | NoUser,
): Promise<void> {
  for (const user of new Set(flowIds.map(flowUser))) {
    if (user === undefined) continue
    if (sender === 'unknown') throw unidentified()
    if (sender === 'signed out' || (await findUserId(db, issuer, user)) !== sender) throw othersFlow()
  }
}
