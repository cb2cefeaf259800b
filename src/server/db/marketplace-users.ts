import type { Database } from './schema.ts'
import { userOfIdentity } from './sign-ins.ts'
import { findUser, type User } from './users.ts'

const PROVIDER = 'marketplace'

/** Somebody as a marketplace knows them. `issuer` is the marketplace, `subject` its id of the person. */
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

/** The account that stands here for a person of the marketplace, so that assessments can be theirs; name, avatar and country as of now. */
export async function keepMarketplaceUser(db: Database, person: MarketplacePerson): Promise<User> {
  const { issuer, subject, nickname, avatar_file_name, country_id } = person
  const known = await findPerson(db, person)
  if (known?.nickname === nickname && known.avatar_file_name === avatar_file_name && known.country_id === country_id)
    return known
  const identity = { provider: PROVIDER, issuer, subject, email: undefined, verifiedEmail: undefined }
  const id = known?.id ?? (await userOfIdentity(db, identity, { nickname, avatar_file_name }))
  await db
    .updateTable('users')
    .set({ nickname, avatar_file_name, country_id })
    .where('id', '=', id as number)
    .execute()
  return (await findUser(db, id as number)) as User
}
