import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database, Tables } from '../schema.ts'
import { findTargets, type Target } from './codes.ts'
import type { RetentionRule } from './retention-rule.ts'

/** Counts look back for a day at most. */
const IS_OVER = sql<SqlBool>`deleted_at <= now() - interval '1 day'`

export const formerAccountRetention: RetentionRule = {
  table: 'former_accounts',
  key: 'person_hmac',
  due: () => IS_OVER,
}

/** How somebody proves who they are: by a mailbox, a number or an identity. */
export type Proof = Target | Pick<Tables['identities'], 'provider' | 'issuer' | 'subject'>

/** What counts know somebody by: a keyed hash of a proof, the same for all addresses of one mailbox. */
export type Pseudonym = (proof: Proof) => string

async function findProofs(db: Database, userId: number): Promise<Proof[]> {
  const identities = await db
    .selectFrom('identities')
    .select(['provider', 'issuer', 'subject'])
    .where('user_id', '=', userId)
    .execute()
  return [...identities, ...(await findTargets(db, userId))]
}

/** Under which name a new account is counted. */
export type CountsBefore = Pick<Selectable<Tables['users']>, 'counted_as'>

/** The name that the next account of these proofs keeps; undefined if no account of theirs was deleted in the last day. */
export async function findCountsBefore(
  db: Database,
  pseudonym: Pseudonym,
  proofs: readonly Proof[],
): Promise<CountsBefore | undefined> {
  return db
    .selectFrom('former_accounts')
    .select('counted_as')
    .where('person_hmac', 'in', proofs.map(pseudonym))
    .where(sql<SqlBool>`not (${IS_OVER})`)
    .orderBy('deleted_at', 'desc')
    .executeTakeFirst()
}

/**
 * Leaves the name under which the account is counted, by each of its proofs. The caller has locked the account, so that
 * nothing is counted meanwhile.
 */
export async function leaveCounts(transaction: Database, userId: number, pseudonym: Pseudonym): Promise<void> {
  const proofs = await findProofs(transaction, userId)
  if (proofs.length === 0) return
  await transaction.deleteFrom('former_accounts').where(IS_OVER).execute()
  const hmacs = [...new Set(proofs.map(pseudonym))]
  await sql`insert into former_accounts (person_hmac, counted_as)
    select person_hmac, counted_as
    from users, unnest(${hmacs}::text[]) as person_hmac where users.id = ${userId}::integer
    on conflict (person_hmac) do update set counted_as = excluded.counted_as, deleted_at = now()`.execute(transaction)
}
