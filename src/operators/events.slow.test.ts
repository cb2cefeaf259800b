import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { NO_SETTINGS } from '#harness/test-settings.ts'
import { openPostgres } from '#server/db/connection/postgres.ts'
import type { OpenDatabase } from '#server/db/schema.ts'
import { signMessage } from '#server/jobs/results-webhook.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

type Received = { headers: Record<string, unknown>; body: string }

let postgres: PostgresServer
let database: OpenDatabase
let webhook: Server
let received: Received[]
let status = 204
let environment: Record<string, string>
beforeAll(async () => {
  postgres = await startPostgres()
  const DATABASE_URL = await createDatabase(postgres.url, 'quiz')
  database = await openPostgres(DATABASE_URL, 1)
  received = []
  webhook = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(webhook, 'listening')
  environment = {
    DATABASE_URL,
    PUBLIC_URL: 'http://127.0.0.1',
    RESULTS_WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/results`,
    RESULTS_WEBHOOK_SECRET: SECRET,
    EVENTS_COLLECTOR_URL: 'http://127.0.0.1:9/',
  }
})
afterAll(async () => {
  webhook.close()
  await database.close()
  await postgres.stop()
})

/** `npm run events -- …`, as the image runs it. */
async function events(args: string[], changed: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, ...NO_SETTINGS, ...environment, ...changed }
  const child = spawn(process.execPath, ['src/operators/main.ts', 'events', ...args], { env })
  const [[code], output, error] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, output, error }
}

describe('npm run events', () => {
  it('ping posts a signed test message', async () => {
    expect(await events(['ping'])).toEqual({ code: 0, output: 'The webhook accepted the test message.\n', error: '' })
    const [{ headers, body }] = received as [Received]
    expect(JSON.parse(body)).toEqual({ type: 'webhook.test', timestamp: expect.any(String), data: {} })
    const id = headers['webhook-id'] as string
    expect(id).toMatch(/^test_/)
    const timestamp = Number(headers['webhook-timestamp'])
    expect(headers['webhook-signature']).toBe(signMessage([SECRET], { id, timestamp, body }))
  })

  it('ping says why the message was not accepted', async () => {
    status = 401
    expect(await events(['ping'])).toMatchObject({ code: 1, error: 'The webhook replied with 401.\n' })
    const without = { RESULTS_WEBHOOK_URL: '', RESULTS_WEBHOOK_SECRET: '' }
    expect(await events(['ping'], without)).toMatchObject({ code: 1, error: 'RESULTS_WEBHOOK_URL is not set.\n' })
  })

  it('list says what was given up and why; resend queues exactly those and prints the count', async () => {
    const { db } = database
    await sql`insert into users (nickname, avatar_file_name) values ('n', 'a')`.execute(db)
    await sql`insert into assessments (id, visitor, user_id, flow_id, language, interface_language, level, percentile, finished_at,
        theta, standard_error, band_lowest, band_highest)
      select ('018f0000-0000-7000-8000-00000000000' || n)::uuid, 'v', 1, 'f', 'english', 'en', 'B1', 67, now(),
        0, 0.5, 'A2', 'B1'
      from generate_series(1, 4) as n`.execute(db)
    await sql`insert into outbox (assessment_id, due, last_error) select id, 'infinity', 'The webhook replied with 500.'
      from assessments order by id limit 3`.execute(db)
    const { output } = await events(['list'])
    expect(output).toContain('3 results, queued ')
    expect(output).toContain('such as 018f0000-0000-7000-8000-000000000001: The webhook replied with 500.\n')
    expect(output).toContain('No events were given up.\n')
    expect(await events(['resend', 'results', '--given-up'])).toMatchObject({ code: 0, output: '3 results queued.\n' })
    expect(await events(['resend', 'results', '--given-up'])).toMatchObject({ output: '0 results queued.\n' })
    expect(await events(['resend', 'results', '--since', '2026-01-01'])).toMatchObject({
      output: '4 results queued.\n',
    })
    expect(await events(['resend', 'events', '--since', '2026-01-01'])).toMatchObject({ output: '0 events queued.\n' })
    const waiting = await db.selectFrom('outbox').where('due', '<=', sql<Date>`now()`).selectAll().execute()
    expect(waiting).toHaveLength(4)
  })

  it.each([
    [['resend'], 'Expected "resend results" or "resend events".'],
    [['resend', 'results', '--given-up', '--since', '2026-01-01'], 'Use one of --given-up, --since, and --id.'],
    [['resend', 'results', '--since', '1 November'], '--since must be a day'],
  ])('%j says what was expected', async (args, message) => {
    const { code, error } = await events(args)
    expect([code, error]).toEqual([1, expect.stringContaining(message)])
  })
})
