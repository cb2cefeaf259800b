import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#harness/free-port.ts'
import { personalLines } from '#harness/log-privacy.ts'
import { administer, createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'
import { check, postgresQuery } from './check.ts'
import { Journal } from './journal.ts'
import { Visitor } from './visitors.ts'

/** Two tests of sixteen writes, two sign-ins, a sign-out, a shared report. */
const WRITES = 36
const CLEAN = { acknowledged: WRITES, lost: 0, wrong: 0 }

let postgres: PostgresServer
let journal: Journal
/** All servers use the same port, because a report shows its URL. */
let port: number
beforeAll(async () => {
  postgres = await startPostgres()
  journal = await Journal.create()
  port = await freePort()
  const server = await startServer({
    mode: 'serve',
    port,
    env: { DATABASE_URL: await createDatabase(postgres.url, 'checked') },
  })
  const [known, stranger, leaver] = [1, 2, 3].map(() => new Visitor(server.origin, journal))
  await known?.signIn()
  await known?.share((await known.takeTest()) ?? '')
  await stranger?.takeTest()
  await leaver?.signIn()
  await leaver?.signOut()
  await server.stop()
})
afterAll(async () => {
  await journal.close()
  await postgres.stop()
})

const copy = () => createDatabase(postgres.url, randomUUID(), 'checked')

it('reports nothing if nothing is lost or wrong', async () => {
  expect(await check(journal, { query: postgresQuery(await copy()) })).toEqual(CLEAN)
})

const UNANSWERED = `answered = answered - 1, choices = choices - -1, is_correct = trim_array(is_correct, 1),
  elapsed_ms = trim_array(elapsed_ms, 1), answered_at = trim_array(answered_at, 1)`
const AGAIN =
  'insert into events (id, name, occurred_at, properties) select gen_random_uuid(), name, occurred_at, properties'
it.each([
  ['an answer is gone', `update assessments set ${UNANSWERED}`, 'lost'],
  ['an assessment is gone', 'delete from assessments where id = (select id from assessments limit 1)', 'lost'],
  ['a report is gone', 'delete from reports', 'lost'],
  ['an answer has changed', `update assessments set choices = jsonb_set(choices, '{2}', '["another"]')`, 'wrong'],
  ['an answer is scored differently', 'update assessments set is_correct[2] = not is_correct[2]', 'wrong'],
  ['a level has changed', "update assessments set level = case level when 'A1' then 'C2' else 'A1' end", 'wrong'],
  [
    'a percentage has changed within its band',
    'update assessments set percentile = percentile + case percentile % 5 when 4 then -1 else 1 end',
    'wrong',
  ],
  ['a question has changed', `update assessments set round = jsonb_set(round, '{2,question}', '"Another"')`, 'wrong'],
  ['an answer has two events', `${AGAIN} from events where properties->>'position' = '4'`, 'wrong'],
] as const)('notices in the database that %s', async (_what, sabotage, kind) => {
  const url = await copy()
  await administer(url, sabotage)
  expect((await check(journal, { query: postgresQuery(url) }))[kind]).toBeGreaterThan(0)
})

it('notices through the API a changed report, a missing session, and one that works after its logout', async () => {
  const url = await copy()
  const { origin, stop } = await startServer({ mode: 'serve', port, env: { DATABASE_URL: url } })
  expect(await check(journal, { origin })).toEqual(CLEAN)
  await administer(url, "update users set nickname = 'Nobody'")
  expect(await check(journal, { origin })).toEqual({ ...CLEAN, wrong: 1 })
  // Without the session its account's attempt can't be reached.
  await administer(url, 'delete from sessions')
  expect(await check(journal, { origin })).toEqual({ ...CLEAN, wrong: 1, lost: 2 })
  const entries = journal.entries()
  const [ended] = entries.flatMap((entry) =>
    entry.kind === 'request' && entry.method === 'DELETE' ? [entry.cookies] : [],
  )
  const hash = `translate(encode(sha256('${ended?.sid}'), 'base64'), '+/=', '-_')`
  await administer(
    url,
    `insert into sessions (token_sha256, user_id, expires_at) select ${hash}, max(id), now() + interval '1 day' from users`,
  )
  expect(await check(journal, { origin })).toEqual({ ...CLEAN, wrong: 2, lost: 2 })
  await stop()
})

/** The check that `startServer` does on the log of each server that it stops. */
it.each([
  '{"level":40,"id":"01a22334-0459-70d5-b545-828577948e96"}',
  '{"level":40,"detail":"/v2/usermini/4711: TypeError fetch failed"}',
  '{"level":40,"msg":"no mailbox kate@example.test"}',
  '{"level":40,"msg":"no credit for +4915112345678"}',
  '{"level":40,"address":"127.0.0.1"}',
  '{"level":40,"address":"203.0.113.9:50112"}',
  '{"level":40,"address":"2001:db8::1"}',
  '{"level":40,"address":"::ffff:203.0.113.9"}',
  '{"level":40,"report":"mb00Xpngbmbo0DWgZ0B67w"}',
  'Error: no session A0kvnPVVhC6YaPwi2dmi33_iXAK98S9kbnMmRCZLJUk',
])('finds personal data in the log: %s', (line) => {
  expect(personalLines(`{"level":30,"msg":"request"}\n${line}`)).toHaveLength(1)
})

it('finds nothing in a line about a request and an error', () => {
  const line = {
    ...{ level: 40, time: 1795886946800, pid: 24321, hostname: 'vm', reqId: '1584f382-3503-406f-8fc0-1218954c5710' },
    ...{ route: '/languageassessment/report/:report_id', trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', ms: 12.3 },
    err: { message: 'connect ECONNREFUSED 127.0.0.1:5432', stack: 'at f (file:///app/src/server/app.ts:104:39)' },
  }
  expect(personalLines(JSON.stringify(line))).toEqual([])
})
