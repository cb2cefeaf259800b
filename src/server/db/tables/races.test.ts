import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handover } from '#contract/attempts.ts'
import type { SharedReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { brokenForeignKey } from '../connection/retry.ts'
import { insertSession } from './sessions.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ EMBED_ORIGINS: 'https://school.example' })
})
afterAll(() => world.close())

/** While `work` runs, writes to a table pause between the decision and the write. */
async function withSlow(table: string, work: () => Promise<void>): Promise<void> {
  await sql`create function linger() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return new; end $$`.execute(world.db)
  await sql`create trigger linger before insert or update on ${sql.table(table)} for each row
    execute function linger()`.execute(world.db)
  await work().finally(() => sql`drop function linger cascade`.execute(world.db))
}

type Account = Awaited<ReturnType<typeof newAccount>>
type Call = {
  table: string
  statuses: readonly number[]
  prepare: (account: Account) => Promise<() => Promise<number>>
}

async function share({ client }: Account): Promise<string> {
  const { id } = await client.play('french', () => true)
  return (await client.send<SharedReport>('POST', urls.reports, { assessment_id: id })).body.data.report_id
}

const CALLS: Record<string, Call> = {
  'starting a test': {
    table: 'assessments',
    statuses: [201, 401],
    prepare:
      async ({ client }) =>
      async () =>
        (await client.send('POST', urls.attempts, { language: 'french' })).status,
  },
  'sharing a result': {
    table: 'reports',
    statuses: [201, 401, 404],
    prepare: async ({ client }) => {
      const { id } = await client.play('french', () => true)
      return async () => (await client.send('POST', urls.reports, { assessment_id: id })).status
    },
  },
  'posting a report': {
    table: 'community_posts',
    statuses: [201, 401, 404],
    prepare: async (account) => {
      const report_id = await share(account)
      return async () => (await account.client.send('POST', urls.communityPosts, { report_id })).status
    },
  },
  'taking over a test from a frame': {
    table: 'assessments',
    statuses: [303],
    prepare: async ({ client }) => {
      const frame = new ApiClient(world.app)
      const { id } = await frame.play('french', () => true)
      const { body } = await frame.send<Handover>('POST', urls.handover(id))
      const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: `sid=${client.cookies.sid}` }
      const payload = new URLSearchParams({ token: body.data.token }).toString()
      return async () => (await world.app.inject({ method: 'POST', url: urls.takeover, headers, payload })).statusCode
    },
  },
}

it('a row for an account that was deleted is recognized by its foreign key', async () => {
  const error = await insertSession(world.db, 'a hash', 999_999_999).catch((thrown: unknown) => thrown)
  expect(brokenForeignKey(error)).toBe('sessions_user_id_fkey')
})

describe('while its account is deleted', () => {
  it.each(Object.entries(CALLS))(
    '%s never causes an error or leaves anything behind',
    async (_, { table, statuses, prepare }) => {
      const account = await newAccount(world)
      const call = await prepare(account)
      await withSlow(table, async () => {
        const called = call()
        // The call has made its decision and is paused.
        await sql`select pg_sleep(0.1)`.execute(world.db)
        const deleted = await account.client.send('DELETE', urls.accountData)
        expect(statuses).toContain(await called)
        expect(deleted.status).toBe(204)
      })
      const left = await sql<{ rows: number }>`select
      (select count(*) from assessments where user_id = ${account.user.id})::integer
      + (select count(*) from users where id = ${account.user.id})::integer as rows`.execute(world.db)
      expect(left.rows).toEqual([{ rows: 0 }])
    },
  )
})
