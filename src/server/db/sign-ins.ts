import { sql } from 'kysely'
import type { Channel } from './codes.ts'
import { inTransaction } from './retry.ts'
import type { Database } from './schema.ts'
import { insertUser } from './users.ts'

export type NewUser = { nickname: string; avatar_file_name: string }

/** An identity that a provider vouches for. `verifiedEmail` only when we trust that provider's word on addresses. */
export type Identity = {
  provider: string
  issuer: string
  subject: string
  email: string | undefined
  verifiedEmail: string | undefined
}

/** Two first sign-ins of one person at once make one account: the second waits for the first. */
async function lock(transaction: Database, ...key: string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(7053222, hashtext(${key.join('\n')}))`.execute(transaction)
}

async function ownerOfEmail(transaction: Database, email: string): Promise<number | undefined> {
  const row = await transaction
    .selectFrom('emails')
    .select('user_id')
    .where('email', '=', email)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.user_id
}

/** An address that somebody claimed and never proved goes to whoever proves it; the claimant's account gets nothing of it. */
async function giveEmail(transaction: Database, email: string, userId: number): Promise<void> {
  const proven = { user_id: userId, verified_at: sql<Date>`now()` }
  await transaction
    .insertInto('emails')
    .values({ email, ...proven })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(proven).where('emails.verified_at', 'is', null))
    .execute()
}

/** The account of whoever has proved that this address or number is theirs; a new one the first time. */
export async function userOfTarget(db: Database, channel: Channel, target: string, user: NewUser): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lock(transaction, channel, target)
    if (channel === 'email') {
      const known = await ownerOfEmail(transaction, target)
      if (known !== undefined) return known
      const { id } = await insertUser(transaction, user)
      await giveEmail(transaction, target, id)
      return id
    }
    const known = await transaction.selectFrom('phones').select('user_id').where('e164', '=', target).executeTakeFirst()
    if (known) return known.user_id
    const { id } = await insertUser(transaction, user)
    await transaction.insertInto('phones').values({ e164: target, user_id: id }).execute()
    return id
  })
}

/**
 * The account of an identity: its own; else that of its address, when both sides have proved it; else a new one. Undefined when the address
 * is another account's and the provider's word on it does not count: the person has to sign in the earlier way.
 */
export async function userOfIdentity(db: Database, identity: Identity, user: NewUser): Promise<number | undefined> {
  const { provider, issuer, subject, email, verifiedEmail } = identity
  return inTransaction(db, async (transaction) => {
    await lock(transaction, provider, issuer, subject)
    if (email) await lock(transaction, 'email', email)
    const known = await transaction
      .selectFrom('identities')
      .select('user_id')
      .where('provider', '=', provider)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    if (known) return known.user_id
    const owner = email ? await ownerOfEmail(transaction, email) : undefined
    if (owner !== undefined && !verifiedEmail) return undefined
    const userId = owner ?? (await insertUser(transaction, user)).id
    await transaction.insertInto('identities').values({ provider, issuer, subject, user_id: userId }).execute()
    if (verifiedEmail && owner === undefined) await giveEmail(transaction, verifiedEmail, userId)
    return userId
  })
}
