import { type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../connection/retry.ts'
import type { Database } from '../schema.ts'
import type { Channel, Target } from './codes.ts'
import { changeUser, findUser, insertUser, type NewUser, type User } from './users.ts'

/** An identity that a provider vouches for, with `verifiedEmail` only if we trust its word on addresses. */
export type ProviderIdentity = {
  provider: string
  issuer: string
  subject: string
  email: string | undefined
  verifiedEmail: string | undefined
}

/** Two simultaneous first sign-ins by one person create one account, because the second waits for the first. */
async function lock(transaction: Database, ...key: string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(7053222, hashtext(${key.join('\n')}))`.execute(transaction)
}

async function ownerOfEmail(db: Database, email: string): Promise<number | undefined> {
  const row = await db.selectFrom('emails').select('user_id').where('email', '=', email).executeTakeFirst()
  return row?.user_id
}

async function ownerOfTarget(db: Database, channel: Channel, target: string): Promise<number | undefined> {
  if (channel === 'email') return ownerOfEmail(db, target)
  const row = await db.selectFrom('phones').select('user_id').where('e164', '=', target).executeTakeFirst()
  return row?.user_id
}

/** The account with this proven address or number, created the first time. */
export async function userOfTarget(db: Database, { channel, target }: Target, user: NewUser): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await lock(transaction, channel, target)
    const owner = await ownerOfTarget(transaction, channel, target)
    if (owner !== undefined) return owner
    const { id } = await insertUser(transaction, user)
    if (channel === 'email') await transaction.insertInto('emails').values({ email: target, user_id: id }).execute()
    else await transaction.insertInto('phones').values({ e164: target, user_id: id }).execute()
    return id
  })
}

async function ownerOfIdentity(
  db: Database,
  { provider, issuer, subject }: Pick<ProviderIdentity, 'provider' | 'issuer' | 'subject'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** `ownerToNotify`: the identity's address, if it belongs to another account than the new one that was created. */
type IdentityOwner = { userId: number; ownerToNotify?: string }

/**
 * The account of an identity: its own; else the one with its address, if both sides have proven it; else a new one. If
 * another account has the address but the provider's word doesn't count, it's a new one too: anything else would reveal
 * that the account exists.
 */
export async function userOfIdentity(db: Database, identity: ProviderIdentity, user: NewUser): Promise<IdentityOwner> {
  const { provider, issuer, subject, email, verifiedEmail } = identity
  return inTransaction(db, async (transaction) => {
    await lock(transaction, provider, issuer, subject)
    if (email) await lock(transaction, 'email', email)
    const ownUser = await ownerOfIdentity(transaction, identity)
    if (ownUser !== undefined) return { userId: ownUser }
    const owner = email ? await ownerOfEmail(transaction, email) : undefined
    const isClaimed = owner !== undefined && !verifiedEmail
    const userId = owner === undefined || isClaimed ? (await insertUser(transaction, user)).id : owner
    await transaction.insertInto('identities').values({ provider, issuer, subject, user_id: userId }).execute()
    if (verifiedEmail && owner === undefined)
      await transaction.insertInto('emails').values({ email: verifiedEmail, user_id: userId }).execute()
    return isClaimed && email ? { userId, ownerToNotify: email } : { userId }
  })
}

/** The provider name for users of the linked marketplace. */
const MARKETPLACE = 'marketplace'

/** A person as known to a marketplace: `issuer` is the marketplace, `subject` its id for the person. */
export type MarketplacePerson = Pick<User, 'nickname' | 'avatar_file_name' | 'country_id'> & {
  issuer: string
  subject: string
}

async function findPerson(db: Database, { issuer, subject }: MarketplacePerson): Promise<User | undefined> {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('provider', '=', MARKETPLACE)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/**
 * The local account of a marketplace's user, which owns attempts; name, avatar, and country are current. If the
 * marketplace no longer sends the country, the last one stays (Specification §7).
 */
export async function keepMarketplaceUser(db: Database, person: MarketplacePerson): Promise<User> {
  const { issuer, subject, nickname, avatar_file_name } = person
  const stored = await findPerson(db, person)
  const country_id = person.country_id ?? stored?.country_id ?? null
  if (stored?.nickname === nickname && stored.avatar_file_name === avatar_file_name && stored.country_id === country_id)
    return stored
  const identity = { provider: MARKETPLACE, issuer, subject, email: undefined, verifiedEmail: undefined }
  const id = stored?.id ?? (await userOfIdentity(db, identity, { nickname, avatar_file_name })).userId
  await changeUser(db, id, { nickname, avatar_file_name, country_id })
  return (await findUser(db, id)) as User
}

/** The highest id that one of our accounts can have. */
const MAX_ID = 2 ** 31 - 1

/**
 * An expression for an account's public id: the linked marketplace's id for the person, or ours without such a
 * marketplace. Null for an account created before another marketplace was linked, because its id now is, or looks like,
 * another person's.
 * @param issuer the linked marketplace that has the accounts, if there is one
 */
export function publicIdOf(issuer: string | undefined, userId: RawBuilder<unknown>): RawBuilder<string | null> {
  const own = sql`from identities where identities.user_id = ${userId} and provider = ${MARKETPLACE}`
  return issuer === undefined
    ? sql`case when not exists (select ${own}) then ${userId}::text end`
    : sql`(select min(subject) ${own} and issuer = ${issuer})`
}

/** The account with a public id: the reverse of `publicIdOf`. */
export async function findUserId(
  db: Database,
  issuer: string | undefined,
  publicId: string,
): Promise<number | undefined> {
  if (issuer) return ownerOfIdentity(db, { provider: MARKETPLACE, issuer, subject: publicId })
  if (!/^[1-9]\d{0,9}$/.test(publicId) || Number(publicId) > MAX_ID) return undefined
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', Number(publicId))
    .where(publicIdOf(undefined, sql.ref('users.id')), '=', publicId)
    .executeTakeFirst()
  return row?.id
}

/** How the account can be reached and signed in to. */
export async function findSignInMethods(
  db: Database,
  userId: number,
): Promise<{ emails: string[]; phones: string[]; providers: string[] }> {
  const emails = await db.selectFrom('emails').select('email').where('user_id', '=', userId).orderBy('email').execute()
  const phones = await db.selectFrom('phones').select('e164').where('user_id', '=', userId).orderBy('e164').execute()
  const identities = await db
    .selectFrom('identities')
    .select('provider')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()
  return {
    emails: emails.map(({ email }) => email),
    phones: phones.map(({ e164 }) => e164),
    providers: identities.map(({ provider }) => provider),
  }
}
