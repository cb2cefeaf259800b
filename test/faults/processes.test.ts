import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { freePort } from '#harness/free-port.ts'
import { newDataDir, startServer } from '#harness/server-process.ts'
import { HANG_MS, timeLimit } from '#harness/time-limit.ts'
import { check, postgresQuery } from './check.ts'
import { Journal } from './journal.ts'
import { type Machines, startMachines } from './two-servers.ts'
import { startClients } from './visitors.ts'
import { slowStart, startWorkers, terminate, untilServing, workersOf } from './workers.ts'

/** `npm run faults -- F34` kills one of four, twenty times. */
const KILLS = 2
const CLIENTS = 8

let machines: Machines
beforeAll(async () => {
  machines = await startMachines()
})
afterAll(() => machines.stop())

it(`two processes, one of them killed ${KILLS} times under load: no acknowledged answer is lost, and the killed one is replaced`, async () => {
  const server = await startWorkers(machines)
  await untilServing(server, 2)
  const end = new AbortController()
  const journal = await Journal.create()
  const clients = startClients(server.origin, journal, { count: CLIENTS, signal: end.signal })
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(500 + Math.random() * 500)
    const [victim] = workersOf(server)
    process.kill(victim as number, 'SIGKILL')
    await untilServing(server, 3 + kill)
    expect(workersOf(server)).toHaveLength(2)
  }
  end.abort()
  await clients
  const query = postgresQuery(server.databaseUrl)
  const { acknowledged, ...bad } = await check(journal, { origin: server.origin, query })
  expect(bad).toEqual({ lost: 0, wrong: 0 })
  expect(acknowledged).toBeGreaterThan(KILLS * CLIENTS)
  expect(await terminate(server)).toMatchObject({ code: 0 })
  await journal.close()
})

/** A process waits this long for Redis, then counts for itself. */
const REDIS_MS = 250

/** The metrics that the rules for Prometheus and the dashboard for Grafana ask for. */
function namedMetrics(): Set<string> {
  const files = ['deploy/prometheus/rules.yml', 'deploy/grafana/quiz.json']
  const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return new Set(texts.match(/\b(language_quiz|nodejs|process)_[a-z0-9_]+/g))
}

it('limits hold for both processes together, and /metrics adds them up', async () => {
  const METRICS_PORT = String(await freePort())
  const server = await startWorkers(machines, {
    ASSESSMENTS_PER_HOUR: '7',
    METRICS_PORT,
    EVENTS_SINK_URL: 'http://127.0.0.1:9/',
    RESULTS_WEBHOOK_URL: 'http://127.0.0.1:9/results',
    RESULTS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
  })
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  await expect.poll(readMetrics).toMatch(/^language_quiz_redis_up 2$/m)
  // Tests before have started quizzes from here.
  machines.redis.command('FLUSHALL')
  // Each on its own connection, to reach both processes.
  const start = () =>
    fetch(`${server.origin}${urls.attempts}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ language: 'english' }),
    })
  const statuses: number[] = []
  let longestMs = 0
  for (let n = 0; n < 20; n++) {
    const begun = performance.now()
    statuses.push((await start()).status)
    longestMs = Math.max(longestMs, performance.now() - begun)
  }
  const allowed = statuses.filter((status) => status === 201).length
  const refused = statuses.filter((status) => status === 429).length
  expect(allowed + refused).toBe(20)
  // On a busy machine Redis may answer too late; what each process counts holds even then.
  expect(allowed).toBeGreaterThanOrEqual(7)
  expect(allowed).toBeLessThanOrEqual(longestMs < REDIS_MS ? 7 : 2 * 7)
  // The first cleanup comes a moment after the start.
  await expect.poll(readMetrics).toMatch(/^language_quiz_cleanup_success_timestamp_seconds/m)
  const metrics = await readMetrics()
  expect(metrics).toContain(`language_quiz_started_total{language="english"} ${allowed}`)
  expect(metrics).toContain(
    `language_quiz_http_request_duration_seconds_count{method="POST",route="/v1/assessments",status="429"} ${refused}`,
  )
  expect(metrics).toMatch(/^language_quiz_database_up 2$/m)
  expect(metrics).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect(metrics).toMatch(/^language_quiz_database_connections /m)
  expect(metrics).toMatch(/^language_quiz_database_connections_wanted 0$/m)
  // What is drawn and what alerts rest on exists; of a histogram it is the parts.
  const given = new Set(metrics.match(/^(?:# TYPE )?[a-z][a-z0-9_]+/gm)?.map((line) => line.replace('# TYPE ', '')))
  const named = [...namedMetrics()]
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter((name) => !given.has(name.replace(/_(bucket|count)$/, '')))).toEqual([])
  await server.stop()
})

it.each(['serve', 'start'])('npm run %s: a SIGTERM to npm ends the server behind it', async (script) => {
  const [PORT, DATA_DIR] = [String(await freePort()), await newDataDir()]
  const npm = spawn('npm', ['run', script], {
    env: { ...process.env, PORT, DATA_DIR, ALLOW_PGLITE: '1', PUBLIC_URL: `http://127.0.0.1:${PORT}` },
    stdio: 'ignore',
  })
  const isServing = () =>
    fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isServing, { timeout: HANG_MS }).toBe(true)
  npm.kill('SIGTERM')
  await expect.poll(isServing, { timeout: HANG_MS }).toBe(false)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

it('a client that never finishes does not delay the shutdown', async () => {
  const server = await startServer({ mode: 'serve' })
  slowStart(server.origin)
  await sleep(200)
  const { code, ms } = await terminate(server)
  expect([code, ms < timeLimit(10_000), ms > 7000]).toEqual([0, true, true])
  await server.stop()
})

it('more than one process on PGlite: refused with the reason', async () => {
  const start = startServer({ mode: 'serve', env: { WEB_CONCURRENCY: '2' } })
  await expect(start).rejects.toThrow(/ended with 1.*WEB_CONCURRENCY: more than one process requires/s)
})

it('a startup failure in every process ends with 1 and repeats why', async () => {
  const env = { WEB_CONCURRENCY: '2', DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' }
  await expect(startServer({ mode: 'serve', env })).rejects.toThrow(/ended with 1.*ECONNREFUSED/s)
})
