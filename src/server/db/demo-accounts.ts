import { type Insertable, sql } from 'kysely'
import { type LanguageEntry, putLanguage } from './languages.ts'
import { inTransaction } from './retry.ts'
import type { Database, Tables } from './schema.ts'
import { insertUser } from './users.ts'

export type DemoAccount = {
  email: string
  /** What the account is there to show. */
  about: string
  user: Pick<Insertable<Tables['users']>, 'nickname' | 'avatar_file_name'> & Partial<Insertable<Tables['users']>>
  languages: LanguageEntry[]
}

/** The account with this verified address: as it is, or made when it is missing. */
export async function ensureDemoAccount(db: Database, { email, user, languages }: DemoAccount): Promise<number> {
  return inTransaction(db, async (trx) => {
    const known = await findDemoAccount(trx, email)
    if (known !== undefined) return known
    const { id } = await insertUser(trx, user)
    await trx.insertInto('emails').values({ email, user_id: id, verified_at: sql<Date>`now()` }).execute()
    for (const entry of languages) await putLanguage(trx, id, entry)
    return id
  })
}

async function findDemoAccount(db: Database, email: string): Promise<number | undefined> {
  const row = await db.selectFrom('emails').select('user_id').where('email', '=', email).executeTakeFirst()
  return row?.user_id
}
