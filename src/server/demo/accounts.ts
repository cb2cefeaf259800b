import type { Insertable } from 'kysely'
import { inTransaction } from '../db/connection/retry.ts'
import type { Database, Tables } from '../db/schema.ts'
import { type LanguageEntry, putLanguage } from '../db/tables/profile.ts'
import { insertUser } from '../db/tables/users.ts'
import { readJson } from '../files.ts'

export type DemoAccount = {
  email: string
  /** The purpose of the account in the demo. */
  about: string
  user: Pick<Insertable<Tables['users']>, 'nickname' | 'avatar_file_name'> & Partial<Insertable<Tables['users']>>
  languages: LanguageEntry[]
}

/** Returns the account with this verified address, creating it if missing and leaving it unchanged otherwise. */
export async function ensureDemoAccount(db: Database, { email, user, languages }: DemoAccount): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const owner = await transaction.selectFrom('emails').select('user_id').where('email', '=', email).executeTakeFirst()
    if (owner) return owner.user_id
    const { id } = await insertUser(transaction, user)
    await transaction.insertInto('emails').values({ email, user_id: id }).execute()
    for (const entry of languages) await putLanguage(transaction, id, entry)
    return id
  })
}

/** Creates missing accounts of data/demo/accounts.json. Existing ones keep their changes. */
export async function seedAccounts(db: Database): Promise<DemoAccount[]> {
  const accounts = readJson<DemoAccount[]>('data/demo/accounts.json')
  for (const account of accounts) await ensureDemoAccount(db, account)
  return accounts
}
