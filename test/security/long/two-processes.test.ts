import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { type FaultyGoogle, startFaultyGoogle } from '#harness/peers/google.ts'
import { createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import type { OpenDatabase } from '#server/db/schema.ts'
import { insertSession } from '#server/db/tables/sessions.ts'
import { insertUser } from '#server/db/tables/users.ts'

const ROUNDS = 5
const AT_ONCE = 200

let postgres: PostgresServer
let issuer: FaultyGoogle
let servers: RunningServer[]
let opened: OpenDatabase
beforeAll(async () => {
  ;[postgres, issuer] = await Promise.all([startPostgres(), startFaultyGoogle()])
  const DATABASE_URL = await createDatabase(postgres.url, 'two')
  const env = {
    DATABASE_URL,
    CODE_PEPPER: 'a pepper for tests',
  }
  // Started second, to find the migrations of the first.
  servers = [await startServer({ mode: 'serve', env })]
  servers.push(await startServer({ mode: 'serve', env }))
  opened = await openDatabase({ DATABASE_URL, DATABASE_POOL_SIZE: 2, DATABASE_PREPARE: '1', DATA_DIR: '' })
})
afterAll(async () => {
  await opened.close()
  await Promise.all(servers.map((server) => server.stop()))
  await Promise.all([postgres.stop(), issuer.close()])
})

const send = (server: number, method: string, path: string, cookie: string, body?: unknown) =>
  fetch(`${servers[server % 2]?.origin}${path}`, {
    method,
    redirect: 'manual',
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('two processes on one Postgres', () => {
  it(`v5.0.0-2.3.4: ${AT_ONCE} simultaneous answers to both store one answer per position, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const created = await send(0, 'POST', urls.attempts, '', { language: 'english' })
      const cookie = created.headers.get('set-cookie')?.split(';')[0] ?? ''
      const { data }: { data: Attempt } = await created.json()
      for (const position of [1, 2, 3]) {
        const question = data.questions[position - 1]
        const replies = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, number) =>
            send(number, 'PUT', urls.answer(data.id, position), cookie, {
              choice: [question?.options[number % 4]],
            }),
          ),
        )
        expect([...new Set(replies.map(({ status }) => status))]).toEqual([200])
        await Promise.all(replies.map((reply) => reply.arrayBuffer()))
      }
      const rows = await opened.db
        .selectFrom('assessment_items')
        .select(['position', 'choice'])
        .where('assessment_id', '=', data.id)
        .orderBy('position')
        .execute()
      expect(rows.map(({ position, choice }) => [position, choice?.length ?? 0])).toEqual(
        [1, 2, 3, 4, 5, 6].map((position) => [position, position <= 3 ? 1 : 0]),
      )
    }
  })

  it('v5.0.0-7.4.1: a sign-out at one takes effect at the other on the next request', async () => {
    const user = await insertUser(opened.db, { nickname: 'Lena', avatar_file_name: 'seed-1' })
    const token = randomBytes(32).toString('base64url')
    await insertSession(opened.db, createHash('sha256').update(token).digest('base64url'), user.id)
    const cookie = `sid=${token}`
    for (const server of [0, 1]) expect((await send(server, 'GET', urls.foundation, cookie)).status).toBe(200)
    expect((await send(0, 'DELETE', urls.currentSession, cookie)).status).toBe(204)
    for (const server of [1, 0]) expect((await send(server, 'GET', urls.foundation, cookie)).status).toBe(401)
  })
})
