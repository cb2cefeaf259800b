import { type Insertable, type Selectable, sql } from 'kysely'
import type { Channel } from './codes.ts'
import { inTransaction } from './retry.ts'
import type { Database, Tables } from './schema.ts'
import { findUser, insertUser, type User } from './users.ts'

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

/** An address that somebody claimed but never proved goes to whoever proves it; the claimant's account loses it. */
async function giveEmail(transaction: Database, email: string, userId: number): Promise<void> {
  const proven = { user_id: userId, verified_at: sql<Date>`now()` }
  await transaction
    .insertInto('emails')
    .values({ email, ...proven })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(proven).where('emails.verified_at', 'is', null))
    .execute()
}

/** Whether the address or number belongs to an account. Never reveal this to whoever asks for a code. */
export async function hasAccount(db: Database, channel: Channel, target: string): Promise<boolean> {
  if (channel === 'email') return (await ownerOfEmail(db, target)) !== undefined
  return (await db.selectFrom('phones').select('user_id').where('e164', '=', target).executeTakeFirst()) !== undefined
}

/** The account of whoever proved this address or number; a new one the first time. */
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

/** `ownerToTell`: the address of another account, when a new one was made although the identity names it. */
type IdentityOwner = { userId: number; ownerToTell?: string }

/**
 * The account of an identity: its own; else that of its address, when both sides have proved it; else a new one. Where the address is another
 * account's and the provider's word on it does not count, it is a new one too: any other outcome would tell that the account exists.
 */
export async function userOfIdentity(db: Database, identity: Identity, user: NewUser): Promise<IdentityOwner> {
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
    if (known) return { userId: known.user_id }
    const owner = email ? await ownerOfEmail(transaction, email) : undefined
    const isClaimed = owner !== undefined && !verifiedEmail
    const userId = owner === undefined || isClaimed ? (await insertUser(transaction, user)).id : owner
    await transaction.insertInto('identities').values({ provider, issuer, subject, user_id: userId }).execute()
    if (verifiedEmail && owner === undefined) await giveEmail(transaction, verifiedEmail, userId)
    return isClaimed && email ? { userId, ownerToTell: email } : { userId }
  })
}

export type OAuthTransaction = Selectable<Tables['oauth_transactions']>

/** Remembers who was sent to a provider, and deletes those who never came back. */
export async function insertTransaction(
  db: Database,
  transaction: Insertable<Tables['oauth_transactions']>,
): Promise<void> {
  await db.deleteFrom('oauth_transactions').where('expires_at', '<=', sql<Date>`now()`).execute()
  await db
    .insertInto('oauth_transactions')
    .values(transaction)
    .onConflict((conflict) => conflict.column('state_sha256').doNothing())
    .execute()
}

/** Takes the transaction out: it works once, within ten minutes, for its own browser and provider. */
export async function takeTransaction(
  db: Database,
  { stateHash, provider, browserHash }: { stateHash: string; provider: string; browserHash: string },
): Promise<OAuthTransaction | undefined> {
  return db
    .deleteFrom('oauth_transactions')
    .where('state_sha256', '=', stateHash)
    .where('provider', '=', provider)
    .where('browser_sha256', '=', browserHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}

/** Uses up a single-use token (an app's token or a proof of work) in one statement. @returns false if it was used before, on any process */
export async function takeOnce(db: Database, idHash: string): Promise<boolean> {
  const taken = await db
    .insertInto('app_tokens')
    .values({ id_sha256: idHash })
    .onConflict((conflict) => conflict.column('id_sha256').doNothing())
    .returning('id_sha256')
    .executeTakeFirst()
  return taken !== undefined
}

const PROVIDER = 'marketplace'

/** A person as a marketplace knows them: `issuer` is the marketplace, `subject` its id for the person. */
export type MarketplacePerson = Pick<User, 'nickname' | 'avatar_file_name' | 'country_id'> & {
  issuer: string
  subject: string
}

async function findPerson(db: Database, { issuer, subject }: MarketplacePerson): Promise<User | undefined> {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('provider', '=', PROVIDER)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/**
 * The account that stands here for a person of the marketplace, so that assessments can be theirs; name, avatar and country as of now. A country
 * that is not named any more stays (Specification §7).
 */
export async function keepMarketplaceUser(db: Database, person: MarketplacePerson): Promise<User> {
  const { issuer, subject, nickname, avatar_file_name } = person
  const known = await findPerson(db, person)
  const country_id = person.country_id ?? known?.country_id ?? null
  if (known?.nickname === nickname && known.avatar_file_name === avatar_file_name && known.country_id === country_id)
    return known
  const identity = { provider: PROVIDER, issuer, subject, email: undefined, verifiedEmail: undefined }
  const id = known?.id ?? (await userOfIdentity(db, identity, { nickname, avatar_file_name })).userId
  await db.updateTable('users').set({ nickname, avatar_file_name, country_id }).where('id', '=', id).execute()
  return (await findUser(db, id)) as User
}
