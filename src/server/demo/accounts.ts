import { readFileSync } from 'node:fs'
import { type Insertable, sql } from 'kysely'
import { type LanguageEntry, putLanguage } from '../db/profile.ts'
import { inTransaction } from '../db/retry.ts'
import type { Database, Tables } from '../db/schema.ts'
import { insertUser } from '../db/users.ts'

const FILE = new URL('../../../data/demo/accounts.json', import.meta.url)

export type DemoAccount = {
  email: string
  /** What the account demonstrates. */
  about: string
  user: Pick<Insertable<Tables['users']>, 'nickname' | 'avatar_file_name'> & Partial<Insertable<Tables['users']>>
  languages: LanguageEntry[]
}

/** Returns the account with this verified address, created if missing and otherwise left as it is. */
export async function ensureDemoAccount(db: Database, { email, user, languages }: DemoAccount): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const known = await transaction.selectFrom('emails').select('user_id').where('email', '=', email).executeTakeFirst()
    if (known) return known.user_id
    const { id } = await insertUser(transaction, user)
    await transaction.insertInto('emails').values({ email, user_id: id, verified_at: sql<Date>`now()` }).execute()
    for (const entry of languages) await putLanguage(transaction, id, entry)
    return id
  })
}

/** Creates the accounts of data/demo/accounts.json that are missing. Existing ones keep what people did with them. */
export async function seedAccounts(db: Database): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = JSON.parse(readFileSync(FILE, 'utf8'))
  for (const account of accounts) await ensureDemoAccount(db, account)
  return accounts
}
