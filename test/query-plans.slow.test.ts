import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SharedReport } from '#contract/reports.ts'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { findScans, Recorder } from '#harness/query-plans.ts'
import { declaredTables } from '#harness/tables.ts'
import type { Database } from '#server/db/schema.ts'
import { claimAttempts } from '#server/db/tables/claims.ts'
import { userOfIdentity, userOfTarget } from '#server/db/tables/identities.ts'
import { insertTransaction, takeTransaction } from '#server/db/tables/oauth-transactions.ts'
import { countMessages, listGivenUp, resend, settle, TOPICS, takeDue } from '#server/db/tables/outbox.ts'
import { RETENTION } from '#server/db/tables/retention.ts'
import { deleteDue } from '#server/db/tables/retention-rule.ts'
import { takeOnce } from '#server/db/tables/single-use-tokens.ts'
import { tour } from './security/tour.ts'
import { startWholeApp, type WholeApp } from './security/whole-app.ts'

/** Tables that don't grow with the number of people. */
const SMALL = [
  // Has the rows of one day only.
  'code_challenges',
  // The marketplace's own data.
  'teachers',
  'teacher_languages',
  'teacher_slots',
  'vocabulary_sets',
  'vocabulary_cards',
  // One row per topic.
  'outbox_receivers',
]
const GROWING = declaredTables().flatMap(({ name }) => (SMALL.includes(name) ? [] : [name]))
const PEOPLE = 10_000

/**
 * Enough people to make a full table scan the more expensive plan; each has one attempt, and every other attempt is
 * claimed.
 */
async function fill(db: Database): Promise<void> {
  const people = sql`generate_series(1, ${sql.lit(PEOPLE)}) as n`
  const id = sql`('018f0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`
  for (const statement of [
    sql`insert into users (nickname, avatar_file_name) select 'n' || n, 'a' from ${people}`,
    sql`insert into identities select 'google', 'issuer', 's' || n, n from ${people}`,
    sql`insert into emails select n || '@example.test', n from ${people}`,
    sql`insert into phones select '+' || n, n from ${people}`,
    sql`insert into sessions (token_sha256, user_id, expires_at) select 't' || n, n, now() + interval '1 day' from ${people}`,
    sql`insert into oauth_transactions select 's' || n, 'google', 'v', 'n', '/', 'b' from ${people}`,
    sql`insert into single_use_tokens select 'a' || n, now() + interval '1 hour' from ${people}`,
    sql`insert into user_languages select n, 'english', 3 from ${people}`,
    sql`insert into user_purposes select n, 'english', 'adult', 'travel' from ${people}`,
    sql`insert into assessments (id, visitor, user_id, flow_id, language, interface_language, level, percentile, finished_at,
        theta, standard_error, band_lowest, band_highest, round)
      select ${id}, 'v' || n, case when n % 2 = 0 then n end, 'f', 'english', 'en', 'B1', 67, now(),
        0, 0.5, 'A2', 'B1', '[{"id": 1}, {"id": 2}, {"id": 3}]' from ${people}`,
    sql`insert into reports select 'r' || n, ${id} from ${people}`,
    sql`insert into community_posts (id, report_id) select ${id}, 'r' || n from ${people}`,
    sql`insert into item_flags select 'english', n % 30, 'v', n, 'other' from ${people}`,
    sql`insert into events (id, name, occurred_at, visitor, properties) select ${id}, 'e', now(), 'v' || n, '{}' from ${people}`,
    sql`insert into outbox (assessment_id, due) select ${id}, now() + n * interval '1 s' from ${people}`,
    sql`insert into outbox (event_id, due) select ${id}, now() + n * interval '1 s' from ${people}`,
    sql`analyze`,
  ])
    await statement.execute(db)
}

let world: WholeApp
const recorder = new Recorder()
beforeAll(async () => {
  world = await startWholeApp({ CONSENT: 'off' }, undefined, (db) => recorder.record(db))
  await fill(world.db)
})
afterAll(() => world.close())

async function visitSignedIn(): Promise<void> {
  const { client, user } = await newAccount(world)
  const { id } = await client.play('english', () => true)
  const { report_id } = (await client.send<SharedReport>('POST', urls.reports, { assessment_id: id })).body.data
  const language = { language_s: ['english'], level_s: [3], is_learning_s: [true] }
  await client.send('POST', urls.profile, { language })
  await client.send('POST', urls.onboarding, { primary_learning_language: 'english', primary_learning_level: 3 })
  const doubt = await client.send('POST', urls.flag(id, 1), { reason: 'unclear' })
  expect(doubt.status).toBe(201)
  for (const url of [
    urls.review(id),
    urls.login,
    urls.foundation,
    urls.freeTrialEvent,
    urls.accountData,
    `${urls.user(user.id)}?has_detail=1`,
  ])
    expect((await client.send('GET', url)).status).toBe(200)
  for (const url of [urls.quiz, urls.account, urls.report(report_id)])
    expect((await client.page(url)).statusCode).toBe(200)
  expect((await client.send('DELETE', urls.sharedReport(report_id))).status).toBe(204)
  expect((await client.send('DELETE', urls.accountData)).status).toBe(204)
}

async function visitSignedOut(): Promise<void> {
  const client = new ApiClient(world.app)
  const { id } = await client.play('english', () => false)
  // Without events, and a repeat, which reads the attempt.
  client.setCookie('consent', 'declined')
  const declined = await client.play('french', () => false)
  expect((await client.answer(declined.id, 1, [])).status).toBe(200)
  for (const url of [urls.attempt(id), urls.login]) expect((await client.send('GET', url)).status).toBe(200)
  const event = { name: 'view_free_assessment_landing_page', occurred_at: new Date().toISOString() }
  await client.send('POST', urls.events, { events: [{ ...event, properties: { flow_id: '0-english-1' } }] })
  expect((await client.page(urls.quiz)).statusCode).toBe(200)
}

async function signIn(db: Database): Promise<void> {
  const user = { nickname: 'n', avatar_file_name: 'a' }
  const userId = await userOfTarget(db, { channel: 'email', target: 'new@example.test' }, user)
  await userOfTarget(db, { channel: 'phone', target: '+49' }, user)
  const identity = { provider: 'vk', issuer: 'i', subject: 's', email: 'x@example.test', verifiedEmail: undefined }
  await userOfIdentity(db, identity, user)
  await claimAttempts(db, 'v1', userId)
  await takeOnce(db, 'new')
  const state = { provider: 'google', code_verifier: 'v', nonce: 'n', next: '/', browser_sha256: 'b' }
  await insertTransaction(db, { ...state, state_sha256: 'new' })
  await takeTransaction(db, { stateHash: 'new', provider: 'google', browserHash: 'b' })
}

async function deliver(db: Database): Promise<void> {
  for (const topic of TOPICS) {
    await takeDue(db, topic, { limit: 200, pauses: [30] })
    const id = '018f0000-0000-7000-8000-000000000002'
    await settle(db, topic, { accepted: [id], failures: [{ id, error: 'e', isFinal: false }] })
    await countMessages(db, topic)
    await listGivenUp(db, topic)
    for (const what of ['given up', { id }, { since: new Date() }] as const) await resend(db, topic, what)
  }
}

describe('no full scans of tables that grow with the number of people', () => {
  it('by any route, visitor, account, sign-in, the outbox, or the daily cleanup', async () => {
    const db = recorder.record(world.db)
    await visitSignedOut()
    await visitSignedIn()
    await signIn(db)
    await tour(world)
    await deliver(db)
    const retention = { UNCLAIMED_DAYS: 90, EVENTS_RETENTION_DAYS: 180 }
    for (const rule of RETENTION) await deleteDue(db, rule, retention)
    expect(recorder.nodes.length).toBeGreaterThan(50)
    expect(recorder.written.length).toBeGreaterThan(40)
    expect(await findScans(world.db, recorder, GROWING)).toEqual([])
  })

  it('and a scan would be detected', async () => {
    const careless = new Recorder()
    await world.db.withPlugin(careless).selectFrom('assessments').select('id').where('percentile', '=', 50).execute()
    expect(await findScans(world.db, careless, GROWING)).toEqual([expect.stringMatching(/^assessments: select/)])
  })
})
