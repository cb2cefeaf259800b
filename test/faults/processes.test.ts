import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { createDatabase, type PostgresServer, startPostgres } from '../postgres-server.ts'
import { type RedisServer, startRedis } from '../redis-server.ts'
import { freePort, type RunningServer, startServer } from '../running-server.ts'
import { type Journal, lost, takeTests } from './take-tests.ts'

const KILLS = 5
const STOPS = 3
const CLIENTS = 8

let postgres: PostgresServer
let redis: RedisServer
beforeAll(async () => {
  ;[postgres, redis] = await Promise.all([startPostgres(), startRedis()])
})
afterAll(() => Promise.all([postgres.stop(), redis.kill()]))

/** Two processes behind one port, as the product runs. */
async function startTwo(env: Record<string, string> = {}): Promise<RunningServer> {
  const DATABASE_URL = await createDatabase(postgres.url, randomUUID())
  const shared = { DATABASE_URL, REDIS_URL: redis.url, CODE_PEPPER: 'sixteen-characters-or-more', WEB_CONCURRENCY: '2' }
  return startServer({ mode: 'serve', env: { ...shared, ...env } })
}

const workersOf = ({ process }: RunningServer) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number)

/** Until so many processes have begun to take requests since the start. */
const untilServing = (server: RunningServer, count: number) =>
  expect
    .poll(() => server.output().split('a process takes requests').length - 1, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(count)

/** The exit code, and how long it took. */
async function terminate({ process }: RunningServer): Promise<{ code: number | null; ms: number }> {
  const begun = performance.now()
  process.kill('SIGTERM')
  await once(process, 'exit')
  return { code: process.exitCode, ms: performance.now() - begun }
}

it(`two processes, one of them killed ${KILLS} times under load: no acknowledged answer is lost, and there are two again`, async () => {
  const server = await startTwo()
  await untilServing(server, 2)
  const end = new AbortController()
  const journals: Journal[] = []
  const client = () => takeTests(server.origin, journals, { signal: end.signal, repeatsCut: true })
  const clients = Array.from({ length: CLIENTS }, client)
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(500 + Math.random() * 500)
    const [victim] = workersOf(server)
    process.kill(victim as number, 'SIGKILL')
    await untilServing(server, 3 + kill)
    expect(workersOf(server)).toHaveLength(2)
  }
  end.abort()
  await Promise.all(clients)
  const losses = await Promise.all(journals.map((journal) => lost(server, journal)))
  const writes = journals.reduce((sum, { acknowledged }) => sum + acknowledged + 1, 0)
  console.log(
    `${KILLS} kills of one of two processes, ${writes} acknowledged writes, ${losses.filter(Boolean).length} lost`,
  )
  expect(losses.filter(Boolean)).toEqual([])
  expect(writes).toBeGreaterThan(KILLS * CLIENTS)
  expect(await terminate(server)).toMatchObject({ code: 0 })
})

it('limits hold for both processes together, and /metrics adds them up', async () => {
  const METRICS_PORT = String(await freePort())
  const server = await startTwo({ ASSESSMENTS_PER_HOUR: '7', METRICS_PORT })
  redis.command('FLUSHALL')
  // Each on a connection of its own: they reach both processes.
  const start = () =>
    fetch(`${server.origin}${urls.assessments}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ language: 'english' }),
    })
  const statuses: number[] = []
  for (let n = 0; n < 20; n++) statuses.push((await start()).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(7)
  expect(statuses.filter((status) => status === 429)).toHaveLength(13)
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  expect(metrics).toContain('quizzes_started_total{language="english"} 7')
  expect(metrics).toMatch(
    /http_request_duration_seconds_count\{method="POST",route="\/v1\/assessments",status="429"\} 13/,
  )
  expect(metrics).toMatch(/^database_up 2$/m)
  expect(metrics).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect(metrics).toMatch(/^database_connections /m)
  expect(metrics).toMatch(/^database_connections_wanted 0$/m)
  await server.stop()
})

/** Sends half a request, and the rest when told. */
function slowStart(origin: string): { finish: () => Promise<number> } {
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ language: 'english' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const sent = request(`${origin}${urls.assessments}`, { method: 'POST', agent, headers })
  const answered = once(sent, 'response')
  answered.catch(() => undefined)
  sent.write(body.slice(0, 5))
  return {
    finish: async () => {
      sent.end(body.slice(5))
      const [response] = await answered
      response.resume()
      return response.statusCode
    },
  }
}

it.each([
  ['one process on the embedded database', () => startServer({ mode: 'serve', env: { STOP_NOTICE_SECONDS: '1' } })],
  ['two processes', () => startTwo({ STOP_NOTICE_SECONDS: '1' })],
])(`SIGTERM under load, ${STOPS} times, %s: ends with 0 within 10 s, and no request fails`, async (_name, startOne) => {
  let answered = 0
  for (let run = 0; run < STOPS; run++) {
    const server = await startOne()
    const journals: Journal[] = []
    const moved = new AbortController()
    // Clients behind a balancer: it looks at /readyz ten times a second and sends them elsewhere.
    const clients = Array.from({ length: CLIENTS }, () => takeTests(server.origin, journals, { signal: moved.signal }))
    const balancer = (async () => {
      while ((await fetch(`${server.origin}${urls.ready}`)).status === 200) await sleep(100)
      moved.abort()
    })()
    await sleep(500)
    const slow = slowStart(server.origin)
    await sleep(200)
    const end = terminate(server)
    await sleep(1500)
    expect(await slow.finish()).toBe(201)
    await Promise.all([...clients, balancer])
    const { code, ms } = await end
    expect(code).toBe(0)
    expect(ms).toBeLessThan(10_000)
    answered += journals.reduce((sum, { acknowledged }) => sum + acknowledged + 1, 0)
    await server.stop()
  }
  console.log(`${STOPS} stops, ${answered} requests answered, 0 failed`)
  expect(answered).toBeGreaterThan(STOPS * CLIENTS)
})

it.each(['serve', 'start'])('npm run %s: a SIGTERM to npm ends the server behind it', async (script) => {
  const [PORT, DATA_DIR] = [String(await freePort()), mkdtempSync(join(tmpdir(), 'language-quiz-'))]
  const npm = spawn('npm', ['run', script], {
    env: { ...process.env, PORT, DATA_DIR, ALLOW_PGLITE: '1' },
    stdio: 'ignore',
  })
  const isServing = () =>
    fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isServing, { timeout: 60_000 }).toBe(true)
  npm.kill('SIGTERM')
  await expect.poll(isServing, { timeout: 10_000 }).toBe(false)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

it('a client that never finishes does not keep the process from ending in time', async () => {
  const server = await startServer({ mode: 'serve' })
  slowStart(server.origin)
  await sleep(200)
  const { code, ms } = await terminate(server)
  expect([code, ms < 10_000, ms > 7000]).toEqual([0, true, true])
  await server.stop()
})

it('more than one process on the embedded database: refused with the reason', async () => {
  const start = startServer({ mode: 'serve', env: { WEB_CONCURRENCY: '2' } })
  await expect(start).rejects.toThrow(/ended with 1.*WEB_CONCURRENCY: more than one process needs/s)
})

it('a start that fails in every process ends with 1 and says why once more', async () => {
  const env = { WEB_CONCURRENCY: '2', DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' }
  await expect(startServer({ mode: 'serve', env })).rejects.toThrow(/ended with 1.*ECONNREFUSED/s)
})
