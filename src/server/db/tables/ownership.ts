import { part } from '../connection/statement.ts'

/**
 * Who asks for an attempt. `onlyOpen`: proven by an attempt's own cookie, which shows nothing that is finished.
 */
export type Owner = { visitor: string | undefined; userId: number | undefined; onlyOpen?: boolean }

/**
 * Whose attempts a request may see and change: the account's once claimed, the visitor's until then
 * (docs/decisions/008). Takes `ownerValues`.
 */
export const OWNED = `(assessments.user_id = $userId::integer
  or (assessments.user_id is null and assessments.visitor = $visitor)) and (assessments.level is null or not $onlyOpen::boolean)`

export const ownerValues = ({ visitor, userId, onlyOpen }: Owner) => ({
  visitor: visitor ?? null,
  userId: userId ?? null,
  onlyOpen: onlyOpen ?? false,
})

/** `OWNED` in a query of Kysely's. */
export const ownedBy = (owner: Owner) => part(OWNED, ownerValues(owner))
