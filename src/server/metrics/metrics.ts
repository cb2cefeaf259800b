import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Redis } from 'ioredis'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

import { LANGUAGES, type Language } from '#quiz/languages.ts'
import type { OpenDatabase } from '../db/schema.ts'
import { isDatabaseUp } from '../db/upkeep.ts'
import type { Gates } from '../edge/admission.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'

/** Histogram buckets, in seconds: from a page served from memory to the longest wait for the database. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Sources = Pick<OpenDatabase, 'db' | 'connections'> & { gates: Gates; redis: Redis | undefined }

export type QuizCounts = Record<'started' | 'finished', (language: Language) => void>

/** Labels requests by route, not by URL: URLs hold ids of people's assessments and reports, and are unbounded. */
function measureRequests(app: App, registers: Registry[]): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
  })
}

/** Gauges, read when the metrics are scraped. */
function measureParts(registers: Registry[], { db, connections, gates, redis }: Sources): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  gauge('database_up', '1 while the database answers', async () => Number(await isDatabaseUp(db)))
  gauge('database_answer_seconds', 'Duration of an empty query', async () => {
    const begun = performance.now()
    await isDatabaseUp(db)
    return (performance.now() - begun) / 1000
  })
  if (connections) {
    gauge('database_connections', 'Connections to the database', () => connections().all)
    gauge('database_connections_idle', 'Idle connections to the database', () => connections().idle)
    gauge('database_connections_wanted', 'Requests waiting for a database connection', () => connections().wanted)
  }
  const { signIns, ...others } = gates
  for (const [kind, gate] of Object.entries({ ...others, sign_ins: signIns })) {
    gauge(`${kind}_in_work`, `${kind} in progress`, () => gate.inside)
    gauge(`${kind}_waiting`, `Requests waiting for ${kind}`, () => gate.waiting)
  }
  if (redis) gauge('redis_up', '1 while Redis is connected', () => Number(redis.status === 'ready'))
}

/**
 * Registers the app's Prometheus metrics (listed in docs/operating.md), summed over all processes.
 * @returns the counters of quizzes
 */
export function measure(app: App, registry: Registry, sources: Sources): QuizCounts {
  const registers = [registry]
  measureRequests(app, registers)
  measureParts(registers, sources)
  const labelNames = ['language'] as const
  const started = new Counter({ name: 'quizzes_started_total', help: 'Assessments started', labelNames, registers })
  const finished = new Counter({ name: 'quizzes_finished_total', help: 'Assessments finished', labelNames, registers })
  // Start at 0 in every language: a rate needs a first value.
  for (const language of LANGUAGES) for (const counter of [started, finished]) counter.inc({ language }, 0)
  return {
    started: (language) => started.inc({ language }),
    finished: (language) => finished.inc({ language }),
  }
}

type MetricsSettings = Pick<Settings, 'METRICS_PORT' | 'METRICS_HOST'>

/** The metrics of this process; event loop, memory and garbage collection only when metrics are served. */
export function createRegistry({ METRICS_PORT }: MetricsSettings): Registry {
  const registry = new Registry()
  if (METRICS_PORT > 0) collectDefaultMetrics({ register: registry })
  return registry
}

/**
 * Serves /metrics on a separate, non-public port: those of `registry`, or of all workers of this process.
 * @returns a function that stops it
 * @throws Error when the port is taken
 */
export async function serveMetrics(
  { METRICS_PORT, METRICS_HOST }: MetricsSettings,
  registry?: Registry,
): Promise<() => void> {
  if (METRICS_PORT === 0) return () => undefined
  const all = new AggregatorRegistry()
  if (cluster.isWorker) {
    // The primary process collects them.
    if (registry) AggregatorRegistry.setRegistries([registry])
    return () => undefined
  }
  const read = () => (registry ? registry.metrics() : all.clusterMetrics())
  const server: Server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    try {
      const text = await read()
      response.writeHead(200, { 'content-type': all.contentType }).end(text)
    } catch {
      // A worker that is shutting down does not answer.
      response.writeHead(503, { 'retry-after': '1' }).end()
    }
  }).listen(METRICS_PORT, METRICS_HOST)
  await once(server, 'listening')
  server.unref()
  return () => server.close()
}
