import { createHash, randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '#server/db/schema.ts'
import { insertSession } from '#server/db/tables/sessions.ts'
import { insertUser, type User } from '#server/db/tables/users.ts'
import { ApiClient } from './api-client.ts'
import { tablesBelow } from './tables.ts'
import type { TestApp } from './test-app.ts'

/** Creates an account and a client signed in to it. */
export async function newAccount(
  { app, db }: TestApp,
  user: Partial<Insertable<Tables['users']>> = {},
): Promise<{ client: ApiClient; user: User }> {
  const stored = await insertUser(db, { nickname: 'Lena', avatar_file_name: 'seed-1', ...user })
  const token = randomBytes(32).toString('base64url')
  await insertSession(db, createHash('sha256').update(token).digest('base64url'), stored.id)
  const client = new ApiClient(app)
  client.setCookie('sid', token)
  return { client, user: stored }
}

/** Everything stored about accounts; a refused call must not change it. */
export async function storedAccounts({ db }: TestApp): Promise<Record<string, object[]>> {
  const entries = ['users', ...(await tablesBelow(db, 'users'))].map(async (table): Promise<[string, object[]]> => {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
    const sorted = rows
      .map((row) => [JSON.stringify(row), row] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
    return [table, sorted.map(([, row]) => row)]
  })
  return Object.fromEntries(await Promise.all(entries))
}
