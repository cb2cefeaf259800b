import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * The requester of an attempt. `onlyOpen`: proven by an attempt's own cookie, which gives no access to finished ones.
 */
export type Owner = { visitor: string | undefined; userId: number | undefined; onlyOpen?: boolean }

/**
 * The attempts that a request may see and change: the account's once claimed, the visitor's until then
 * (docs/decisions/008).
 */
export const ownedBy = ({ visitor, userId, onlyOpen }: Owner): RawBuilder<SqlBool> =>
  sql<SqlBool>`((assessments.user_id = ${userId ?? null}::integer
    or (assessments.user_id is null and assessments.visitor = ${visitor ?? null}::text))
    and (assessments.level is null or not ${onlyOpen ?? false}::boolean))`
