import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { freePort } from '#harness/free-port.ts'
import { createDatabase } from '#harness/postgres.ts'
import { newDataDir, startServer } from '#harness/server-process.ts'
import { NO_SETTINGS } from '#harness/test-settings.ts'
import { HANG_MS, timeLimit } from '#harness/time-limit.ts'
import { slowStart, terminate } from './processes.ts'
import { type Machines, startMachines, startTwoServers } from './two-servers.ts'

let machines: Machines
beforeAll(async () => {
  machines = await startMachines()
})
afterAll(() => machines.stop())

/** A process waits this long for Redis, then counts on its own. */
const REDIS_MS = 250

/** The metrics used by the Prometheus rules and the Grafana dashboard. */
function namedMetrics(): Set<string> {
  const files = ['deploy/prometheus/rules.yml', 'deploy/grafana/quiz.json']
  const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return new Set(texts.match(/\b(language_quiz|nodejs|process)_[a-z0-9_]+/g))
}

it("a limit applies across two processes, and each one's /metrics has the metrics that alerts and dashboards use", async () => {
  const metricsPorts = [await freePort(), await freePort()]
  const shared = {
    ASSESSMENTS_PER_HOUR: '7',
    EVENTS_COLLECTOR_URL: 'http://127.0.0.1:9/',
    RESULTS_WEBHOOK_URL: 'http://127.0.0.1:9/results',
    RESULTS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
  }
  const two = await startTwoServers(
    machines,
    () => shared,
    (index) => ({ METRICS_PORT: String(metricsPorts[index]) }),
  )
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPorts[0]}/metrics`)).text()
  await expect.poll(readMetrics).toMatch(/^language_quiz_redis_up 1$/m)
  // Earlier tests have started quizzes from this address.
  machines.redis.command('FLUSHALL')
  const start = (n: number) =>
    fetch(`${two.servers[n % 2]?.origin}${urls.attempts}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'english' }),
    })
  const statuses: number[] = []
  let longestMs = 0
  for (let n = 0; n < 20; n++) {
    const begun = performance.now()
    statuses.push((await start(n)).status)
    longestMs = Math.max(longestMs, performance.now() - begun)
  }
  const allowed = statuses.filter((status) => status === 201).length
  const refused = statuses.filter((status) => status === 429).length
  expect(allowed + refused).toBe(20)
  // On a busy machine, Redis may reply too late; each process's own count limits even then.
  expect(allowed).toBeGreaterThanOrEqual(7)
  expect(allowed).toBeLessThanOrEqual(longestMs < REDIS_MS ? 7 : 2 * 7)
  // The first cleanup comes a moment after the start.
  await expect.poll(readMetrics).toMatch(/^language_quiz_cleanup_success_timestamp_seconds/m)
  const metrics = await readMetrics()
  expect(metrics).toMatch(/^language_quiz_started_total\{language="english"\} [1-7]$/m)
  expect(metrics).toMatch(/^language_quiz_database_up 1$/m)
  expect(metrics).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect(metrics).toMatch(/^language_quiz_database_connections /m)
  expect(metrics).toMatch(/^language_quiz_database_connections_wanted 0$/m)
  // All metrics used by dashboards and alerts exist; for a histogram, its parts.
  const given = new Set(metrics.match(/^(?:# TYPE )?[a-z][a-z0-9_]+/gm)?.map((line) => line.replace('# TYPE ', '')))
  const named = [...namedMetrics()]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !given.has(name.replace(/_(bucket|count)$/, '')))).toEqual([])
  await two.stop()
})

it.each(['serve', 'start'])('npm run %s prints its URL; a SIGTERM to npm ends the server behind it', async (script) => {
  const [PORT, DATA_DIR] = [String(await freePort()), await newDataDir()]
  const DATABASE_URL = script === 'serve' ? await createDatabase(machines.postgres.url, 'npm') : ''
  const npm = spawn('npm', ['run', script], {
    env: {
      ...process.env,
      ...NO_SETTINGS,
      PORT,
      DATA_DIR,
      DATABASE_URL,
      PUBLIC_URL: 'http://quiz.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = text(npm.stdout)
  const isServing = () =>
    fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isServing, { timeout: HANG_MS }).toBe(true)
  npm.kill('SIGTERM')
  await expect.poll(isServing, { timeout: HANG_MS }).toBe(false)
  for (const line of [
    `Language Assessment: http://quiz.example${urls.landing}`,
    `Listening on http://127.0.0.1:${PORT}`,
    'Stopping on SIGTERM',
  ])
    expect(await output).toContain(line)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

it("a client that never finishes doesn't delay the shutdown", async () => {
  const server = await startServer({ mode: 'serve' })
  slowStart(server.origin)
  await sleep(200)
  const { code, ms } = await terminate(server)
  expect([code, ms < timeLimit(10_000), ms > 7000]).toEqual([0, true, true])
  await server.stop()
})
