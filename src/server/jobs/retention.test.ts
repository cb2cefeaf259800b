import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { eventRetention, insertEvents } from '../db/tables/events.ts'
import { RETENTION } from '../db/tables/retention.ts'
import { deleteDue } from '../db/tables/retention-rule.ts'
import { startRetention } from './retention.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world.close())

const UNCLAIMED_DAYS = 90
const EVENTS_RETENTION_DAYS = 180
const settings = { UNCLAIMED_DAYS, EVENTS_RETENTION_DAYS }
const TABLES = RETENTION.map(({ table }) => table)

it('deletes old unclaimed assessments and expired rows, and nothing else', async () => {
  const { db, app } = world
  const visitor = new ApiClient(app)
  const { client, user } = await newAccount(world)
  const age = async (id: string, days: number) => {
    await db
      .updateTable('assessments')
      .set({ created_at: sql<Date>`now() - make_interval(days => ${days})` })
      .where('id', '=', id)
      .execute()
    return id
  }
  const old = await age((await visitor.play('english', () => true)).id, UNCLAIMED_DAYS + 1)
  const young = await age((await visitor.start('english')).id, UNCLAIMED_DAYS - 1)
  const claimed = await age((await client.play('english', () => true)).id, 3 * UNCLAIMED_DAYS)
  const expired = { user_id: user.id, expires_at: sql<Date>`now() - interval '1 second'` }
  await db
    .insertInto('sessions')
    .values({ token_sha256: 'expired', ...expired })
    .execute()
  const transaction = { provider: 'google', code_verifier: 'v', nonce: 'n', next: '/', browser_sha256: 'b' }
  const { expires_at } = expired
  await db
    .insertInto('oauth_transactions')
    .values([
      { state_sha256: 'expired', ...transaction, expires_at },
      { state_sha256: 'open', ...transaction },
    ])
    .execute()
  await db
    .insertInto('single_use_tokens')
    .values([
      { id_sha256: 'expired', expires_at },
      { id_sha256: 'young', expires_at: sql<Date>`now() + interval '1 hour'` },
    ])
    .execute()
  const challenge = {
    channel: 'email',
    target: 't',
    counted: 't',
    code_hmac: 'h',
    browser_sha256: 'b',
    network: 'n',
  } as const
  await db
    .insertInto('code_challenges')
    .values([
      { id: '018f0000-0000-7000-8000-000000000001', ...challenge, created_at: sql<Date>`now() - interval '25 hours'` },
      { id: '018f0000-0000-7000-8000-000000000002', ...challenge },
    ])
    .execute()

  const cleaned = new Set<string>()
  const stop = startRetention(db, settings, app.log, (kind) => cleaned.add(kind))
  await vi.waitFor(() => expect([...cleaned]).toEqual(TABLES), { timeout: HANG_MS })
  await stop()

  const left = await db.selectFrom('assessments').select('id').execute()
  expect(left.map(({ id }) => id).sort()).toEqual([young, claimed].sort())
  const items = await db.selectFrom('assessment_items').select('position').where('assessment_id', '=', old).execute()
  expect(items).toEqual([])
  expect((await client.send('GET', urls.foundation)).status).toBe(200)
  expect(await db.selectFrom('sessions').select('token_sha256').execute()).toHaveLength(1)
  expect(await db.selectFrom('oauth_transactions').select('state_sha256').execute()).toEqual([{ state_sha256: 'open' }])
  expect(await db.selectFrom('single_use_tokens').select('id_sha256').execute()).toEqual([{ id_sha256: 'young' }])
  expect(await db.selectFrom('code_challenges').select('id').execute()).toHaveLength(1)
})

it('deletes old events in batches', async () => {
  const { db } = world
  await db.deleteFrom('events').execute()
  const events = Array.from({ length: 7 }, (_, index) => ({
    name: `e${index}`,
    occurredAt: new Date(),
    properties: {},
  }))
  await insertEvents(db, { visitor: null, userId: null }, events)
  const age = (days: number) => ({ received_at: sql<Date>`now() - make_interval(days => ${days})` })
  await db
    .updateTable('events')
    .set(age(EVENTS_RETENTION_DAYS + 1))
    .where('name', '<', 'e5')
    .execute()
  await db
    .updateTable('events')
    .set(age(EVENTS_RETENTION_DAYS - 1))
    .where('name', '=', 'e5')
    .execute()
  await deleteDue(db, eventRetention, settings, { atOnce: 2 })
  const left = await db.selectFrom('events').select('name').orderBy('name').execute()
  expect(left.map(({ name }) => name)).toEqual(['e5', 'e6'])
})

it('logs a failure and carries on', async () => {
  const broken = await startTestApp()
  await broken.close()
  await expect(startRetention(broken.db, settings, world.app.log)()).resolves.toBeUndefined()
})

it('logs a table with undeletable rows and continues with the others', async () => {
  const { db } = world
  await db.insertInto('single_use_tokens').values({ id_sha256: 'gone', expires_at: sql<Date>`now()` }).execute()
  await sql`alter table sessions rename to hidden`.execute(db)
  const cleaned: string[] = []
  const warn = vi.fn()
  const stop = startRetention(db, settings, { warn }, (kind) => cleaned.push(kind))
  await vi.waitFor(() => expect(cleaned).toContain('assessments'), { timeout: HANG_MS })
  await stop()
  await sql`alter table hidden rename to sessions`.execute(db)
  expect(cleaned).toEqual(TABLES.filter((table) => table !== 'sessions'))
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'sessions' }), 'cleanup failed')
  expect(await db.selectFrom('single_use_tokens').where('id_sha256', '=', 'gone').selectAll().execute()).toEqual([])
})
