import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Redis } from 'ioredis'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import type { Settings } from '#settings/settings.ts'
import { isDatabaseUp } from '../db/connection/open.ts'
import type { OpenDatabase } from '../db/schema.ts'
import { readJson } from '../files.ts'
import type { Gates } from '../http/gates.ts'
import type { App } from '../http/server.ts'
import { countRefusals, countSignIns, inTime, measureCalls, measureOutbox, shared } from './activity.ts'
import { type Instruments, instrumentsIn } from './instruments.ts'

type Sources = Pick<OpenDatabase, 'db' | 'connections'> & { gates: Gates; redis: Redis | undefined; settings: Settings }

export type QuizCounts = Record<'started' | 'finished', (language: Language) => void>

/** Counts a sign-in by its method. */
export type SignInCounts = { signedIn: (way: string) => void }

/** Labels requests by route, not by URL: URLs contain ids of people's attempts and reports and are unbounded. */
function measureRequests(app: App, instruments: Instruments): void {
  const help = 'Duration of requests, by method, route, and status'
  const durations = instruments.durations('http_request_duration_seconds', help, ['method', 'route', 'status'])
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

const { version } = readJson<{ version: string }>('package.json')

/** Gauges, read when the metrics are scraped. */
function measureParts(instruments: Instruments, { db, connections, gates, redis, settings }: Sources): void {
  const { gauge, labeledGauge } = instruments
  labeledGauge('build_info', 'The running version', ['version', 'node'], (set) =>
    set({ version, node: process.version }, 1),
  )
  const answer = shared(async () => {
    const begun = performance.now()
    const isUp = await inTime(isDatabaseUp(db), false)
    return { isUp, seconds: (performance.now() - begun) / 1000 }
  })
  gauge('database_up', '1 while the database answers', async () => Number((await answer()).isUp))
  gauge('database_answer_seconds', 'Duration of an empty query', async () => (await answer()).seconds)
  measureOutbox(instruments, db, settings)
  if (connections) {
    gauge('database_connections', 'Connections to the database', () => connections().all)
    gauge('database_connections_idle', 'Idle connections to the database', () => connections().idle)
    gauge('database_connections_wanted', 'Requests waiting for a database connection', () => connections().wanted)
  }
  for (const [kind, count] of Object.entries({
    pages: () => gates.pages.count('pages'),
    answers: () => gates.calls.count('answers'),
    sign_ins: () => gates.calls.count('signIns'),
    starts: () => gates.calls.count('starts'),
    accounts: () => gates.calls.count('accounts'),
  })) {
    gauge(`${kind}_in_work`, `${kind} in progress`, () => count().inside)
    gauge(`${kind}_waiting`, `Requests waiting for ${kind}`, () => count().waiting)
  }
  if (redis) gauge('redis_up', '1 while Redis is connected', () => Number(redis.status === 'ready'))
}

/**
 * Registers the app's Prometheus metrics (listed in docs/operating.md).
 * @returns the counters of quizzes and of sign-ins
 */
export function measure(app: App, registry: Registry, sources: Sources): QuizCounts & SignInCounts {
  const instruments = instrumentsIn(registry)
  measureRequests(app, instruments)
  countRefusals(app, instruments)
  measureCalls(app, instruments, sources.settings)
  measureParts(instruments, sources)
  const started = instruments.counter('started_total', 'Assessments started', ['language'])
  const finished = instruments.counter('finished_total', 'Assessments finished', ['language'])
  // Start at 0 in every language, because a rate needs a first value.
  for (const language of LANGUAGES) for (const counter of [started, finished]) counter.inc({ language }, 0)
  return {
    started: (language) => started.inc({ language }),
    finished: (language) => finished.inc({ language }),
    signedIn: countSignIns(instruments),
  }
}

/** The time of the last cleanup of each kind that succeeded. */
export function retentionTimes(registry: Registry): (kind: string) => void {
  const help = 'When a kind of expired data was last deleted completely'
  const times = new Map<string, number>()
  instrumentsIn(registry).labeledGauge('cleanup_success_timestamp_seconds', help, ['kind'], (set) => {
    for (const [kind, seconds] of times) set({ kind }, seconds)
  })
  return (kind) => times.set(kind, Date.now() / 1000)
}

type MetricsSettings = Pick<Settings, 'METRICS_PORT' | 'METRICS_HOST'>

/** The metrics of this process; event loop, memory, and garbage collection only if metrics are served. */
export function createRegistry({ METRICS_PORT }: MetricsSettings): Registry {
  const registry = new Registry()
  if (METRICS_PORT > 0) collectDefaultMetrics({ register: registry })
  return registry
}

/**
 * Serves /metrics on a separate, non-public port.
 * @returns a function that stops it
 * @throws Error if the port is taken
 */
export async function serveMetrics(
  { METRICS_PORT, METRICS_HOST }: MetricsSettings,
  registry: Registry,
): Promise<() => void> {
  if (METRICS_PORT === 0) return () => undefined
  const { createServer } = await import('node:http')
  const server: Server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  }).listen(METRICS_PORT, METRICS_HOST)
  await once(server, 'listening')
  server.unref()
  return () => server.close()
}
