import { flowUser, makeFlowId } from '#quiz/flow-id.ts'
import type { Language } from '#quiz/languages.ts'
import type { Database } from '../db/schema.ts'
import { findUserId } from '../db/tables/identities.ts'
import { HttpError, TryAgain } from '../http/http-error.ts'
import type { NoUser, SignedIn } from './identity.ts'

const othersFlow = () =>
  new HttpError(400, 'invalid_request', 'A flow id begins with your own user id, or with 0 if you are signed out.')

/**
 * The flow id of a new attempt: the browser's if there is one. While nobody can tell who is asking, it says nobody's
 * id.
 * @throws HttpError 400 if it says another user's id than the sender's
 */
export function flowIdOf(flowId: string | undefined, language: Language, sender: SignedIn | NoUser): string {
  const said = flowId === undefined ? undefined : flowUser(flowId)
  if (flowId === undefined || (said !== undefined && sender === 'unknown'))
    return makeFlowId(typeof sender === 'object' ? sender.publicId : 0, language, Date.now())
  if (said !== undefined && (typeof sender !== 'object' || String(sender.publicId) !== said)) throw othersFlow()
  return flowId
}

/**
 * Refuses flow ids that say another user's id than the sender's: they go out with events and reach the operator's
 * collector. `issuer`: the linked marketplace that has the accounts, if there is one.
 * @throws HttpError 400; TryAgain while nobody can tell who the sender is
 */
export async function refuseOthersFlows(
  { db, issuer }: { db: Database; issuer: string | undefined },
  flowIds: readonly string[],
  sender: number | NoUser,
): Promise<void> {
  for (const user of new Set(flowIds.map(flowUser))) {
    if (user === undefined) continue
    if (sender === 'unknown') throw new TryAgain('We cannot tell right now who you are. Please try again in a moment.')
    if (sender === 'signed out' || (await findUserId(db, issuer, user)) !== sender) throw othersFlow()
  }
}
