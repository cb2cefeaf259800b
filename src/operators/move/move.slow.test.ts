import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endWithParent } from '#harness/end-with-parent.ts'
import { fillForMove } from '#harness/many-rows.ts'
import { administer, createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { newDataDir } from '#harness/server-process.ts'
import { openPglite } from '#server/db/connection/pglite.ts'
import { openPostgres } from '#server/db/connection/postgres.ts'

/** Several batches of each large table; `npm run bench -- move` moves half a million. */
const ROWS = 30_000

let server: PostgresServer
const folder = await newDataDir()
const environment = { ...process.env, DATA_DIR: folder }

beforeAll(async () => {
  server = await startPostgres()
  const { db, close } = await openPglite(folder)
  await fillForMove(db, ROWS)
  await close()
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function startMove(url: string) {
  const child = spawn(process.execPath, ['src/operators/move/move.ts', url], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithParent(child, 'KILL')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return { child, output: () => output }
}

async function move(url: string) {
  const { child, output } = startMove(url)
  const [code] = await once(child, 'close')
  return { code, output: output() }
}

it('thirty thousand rows go from the embedded database to Postgres, through a kill, and are the same there', async () => {
  const url = await createDatabase(server.url, 'moved')
  const killed = startMove(url)
  // The largest table comes last but few, and comparing takes as long again.
  const begun = "select from pg_class where relname = 'events' and pg_relation_size(oid) > 0"
  while ((await administer(url, begun)).length === 0) await sleep(20)
  killed.child.kill('SIGKILL')
  await once(killed.child, 'close')

  // Meanwhile the service went on, on the folder.
  const { db, close } = await openPglite(folder)
  await sql`update users set nickname = 'renamed' where id = 7`.execute(db)
  await sql`delete from users where id = 8`.execute(db)
  const { rows } = await sql<{ last: number }>`select max(id) as last from users`.execute(db)
  await close()

  const { code, output } = await move(url)
  expect(output).toMatch(/\d+ rows in \d\d tables are the same in both databases/)
  expect(code).toBe(0)
  expect(Number(output.match(/(\d+) rows in/)?.[1])).toBeGreaterThan(ROWS)
  expect(await administer(url, 'select nickname from users where id in (7, 8)')).toEqual([{ nickname: 'renamed' }])

  const moved = await openPostgres(url, 2)
  const values = { nickname: 'first after', avatar_file_name: 'a' }
  const added = await moved.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  await moved.close()
  expect(added.id).toBe((rows[0]?.last ?? 0) + 1)

  expect(await move(url)).toEqual({
    code: 1,
    output: expect.stringMatching(/^The database holds data: there are rows in \w+\./),
  })
}, 300_000)

it('refuses a database with other tables, with an older schema, and a folder that is in use', async () => {
  const other = await createDatabase(server.url, 'other')
  await administer(other, 'create table orders (id integer)')
  expect(await move(other)).toEqual({ code: 1, output: expect.stringContaining('holds other tables: orders.') })

  const older = await createDatabase(server.url, 'older')
  await (await openPostgres(older, 1)).close()
  await administer(older, 'delete from migrations where name = (select max(name) from migrations)')
  expect(await move(older)).toEqual({ code: 1, output: expect.stringContaining('the schema of another release (') })

  const { close } = await openPglite(folder)
  expect(await move(other)).toEqual({
    code: 1,
    output: expect.stringContaining(`is held by process ${process.pid}. Stop it first`),
  })
  await close()
  expect(await move('mysql://nowhere')).toEqual({
    code: 1,
    output: expect.stringContaining('npm run move -- postgresql://'),
  })
})

it.each([
  'postgresql://user:secret@[::1/quiz',
  'postgresql://user:secret@127.0.0.1:99999/quiz',
  'postgresql://user:secret@127.0.0.1/%E0%A4%A',
  'postgresql://user:secret@127.0.0.1/quiz?sslrootcert=/nowhere',
])('ends with a sentence, and holds no folder, at the address %s', async (url) => {
  const { code, output } = await move(url)
  expect(output).toMatch(/^The address of the Postgres server cannot be used: [^\n]+\.\n$/)
  expect(output).not.toContain('secret')
  expect(code).toBe(1)
})
