import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { administer, createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { HANG_MS, timeLimit } from '#harness/time-limit.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { inTransaction } from '#server/db/connection/retry.ts'
import type { Database, OpenDatabase } from '#server/db/schema.ts'
import { startFaultyProxy } from './faulty-proxy.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const open = (url: string): Promise<OpenDatabase> =>
  openDatabase({ DATABASE_URL: url, DATABASE_POOL_SIZE: 10, DATABASE_PREPARE: '1', DATA_DIR: '' })

describe('the app on a failing Postgres', () => {
  let url: string
  let server: RunningServer
  beforeAll(async () => {
    url = await createDatabase(postgres.url, 'app')
    server = await startServer({ mode: 'serve', env: { DATABASE_URL: url } })
  })
  afterAll(() => server.stop())

  it("isn't ready while the server is down, and recovers by itself", async () => {
    const ready = async () => (await fetch(`${server.origin}${urls.ready}`)).status
    expect(await ready()).toBe(200)
    let whileAway = 0
    await postgres.restart({
      whileAway: async () => {
        whileAway = await ready()
      },
    })
    expect(whileAway).toBe(503)
    expect(await ready()).toBe(200)
  })

  it('replies 503 within three seconds while a table is locked, and recovers once it is free', async () => {
    const locked = administer(url, 'begin; lock table assessments; select pg_sleep(4); commit')
    const isLocked = () => administer(url, "select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted")
    await expect.poll(async () => (await isLocked()).length, { timeout: HANG_MS }).toBeGreaterThan(0)
    const start = () =>
      fetch(`${server.origin}${urls.attempts}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"language":"english"}',
      })
    const started = performance.now()
    const refused = await start()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await refused.json()).error.code).toBe('unavailable')
    expect(performance.now() - started).toBeLessThan(timeLimit(3000))
    await locked
    expect((await start()).status).toBe(201)
  })
})

it('retries after a connection breaks just after the commit or in the middle of a result, and stores once', async () => {
  const direct = await createDatabase(postgres.url, 'cut')
  const proxy = await startFaultyProxy(direct)
  const server = await startServer({ mode: 'demo', env: { DATABASE_URL: proxy.url } })
  const count = async (from: string) => (await administer(direct, `select count(*)::int as n from ${from}`))[0]?.n
  const ask = (method: string, path: string, body: unknown, cookie = '') => {
    proxy.cut(method === 'GET' ? 'in a result' : 'after commit')
    const headers = { 'content-type': 'application/json', cookie }
    return fetch(`${server.origin}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  }

  const created = await ask('POST', urls.attempts, { language: 'english' })
  expect(created.status).toBe(201)
  const { data }: { data: Attempt } = await created.json()
  expect([proxy.cuts(), await count('assessments'), await count('assessment_items')]).toEqual([1, 1, 3])

  const cookie = created.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answered = await ask('PUT', urls.answer(data.id, 1), { choice: [] }, cookie)
  expect(((await answered.json()) as { data: Attempt }).data.answered).toBe(1)
  expect([proxy.cuts(), await count('assessment_items where choice is not null'), await count('events')]).toEqual([
    2, 1, 1,
  ])

  const read = await ask('GET', urls.attempt(data.id), undefined, cookie)
  expect([proxy.cuts(), ((await read.json()) as { data: Attempt }).data.answered]).toEqual([3, 1])

  const code = await ask('POST', urls.codes, { channel: 'email', target: 'cut@example.test' })
  expect(code.status).toBe(202)
  expect([proxy.cuts(), await count('code_challenges')]).toEqual([4, 1])
  await server.stop()
  proxy.close()
})

describe('conflicting transactions', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    const url = await createDatabase(postgres.url, 'conflicts')
    await administer(postgres.url, 'alter database conflicts set default_transaction_isolation = serializable')
    opened = await open(url)
    await sql`create table counters (name text primary key, value integer not null)`.execute(opened.db)
    await sql`insert into counters values ('one', 0), ('other', 0)`.execute(opened.db)
  })
  afterAll(() => opened.close())

  const values = async () => {
    const { rows } = await sql<{ value: number }>`select value from counters order by name`.execute(opened.db)
    return rows.map(({ value }) => value)
  }
  const add = (db: Database, name: string) =>
    sql`update counters set value = value + 1 where name = ${name}`.execute(db)

  it('retries the one that a deadlock aborts', async () => {
    let attempts = 0
    const both = (first: string, second: string) =>
      inTransaction(opened.db, async (trx) => {
        attempts++
        await add(trx, first)
        await sleep(100)
        await add(trx, second)
      })
    await Promise.all([both('one', 'other'), both('other', 'one')])
    expect(await values()).toEqual([2, 2])
    expect(attempts).toBeGreaterThan(2)
  })

  it('retries after a serialization failure', async () => {
    let attempts = 0
    const readAndWrite = () =>
      inTransaction(opened.db, async (trx) => {
        attempts++
        const { rows } = await sql<{ value: number }>`select value from counters where name = 'one'`.execute(trx)
        await sleep(10)
        await sql`update counters set value = ${(rows[0]?.value ?? 0) + 1} where name = 'one'`.execute(trx)
      })
    await Promise.all([readAndWrite(), readAndWrite(), readAndWrite()])
    expect((await values())[0]).toBe(5)
    expect(attempts).toBeGreaterThan(3)
  })

  it('retries on a read-only server, as after a failover', async () => {
    const [before = 0] = await values()
    let attempts = 0
    await inTransaction(opened.db, async (trx) => {
      if (attempts++ === 0) await sql`set transaction read only`.execute(trx)
      await add(trx, 'one')
    })
    expect([(await values())[0], attempts]).toEqual([before + 1, 2])
  })
})

it('counts requests waiting for a connection only if all are in use', async () => {
  const url = await createDatabase(postgres.url, 'wanted')
  const { db, connections, close } = await openDatabase({
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: 2,
    DATABASE_PREPARE: '1',
    DATA_DIR: '',
  })
  const holder = new pg.Client(url)
  await holder.connect()
  const waiting = async () =>
    (await holder.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount
  const wantedWith = async (questions: number) => {
    await holder.query('select pg_advisory_lock(1)')
    const asked = Array.from({ length: questions }, () => sql`select pg_advisory_xact_lock_shared(1)`.execute(db))
    await Promise.resolve()
    const atOnce = connections?.().wanted
    await expect.poll(waiting, { timeout: HANG_MS }).toBe(2)
    const later = connections?.().wanted
    await holder.query('select pg_advisory_unlock(1)')
    await Promise.all(asked)
    return [atOnce, later]
  }
  // The first round opens the connections.
  for (let time = 0; time < 2; time++) expect(await wantedWith(2)).toEqual([0, 0])
  expect((await wantedWith(5))[1]).toBe(3)
  await holder.end()
  await close()
})

it('three processes starting at once on an empty database migrate it once', async () => {
  const url = await createDatabase(postgres.url, 'empty')
  const opened = await Promise.all([open(url), open(url), open(url)])
  const rows = await administer(url, 'select name from migrations')
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(0)
  await Promise.all(opened.map(({ close }) => close()))
})
