import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import type { Settings } from '../settings.ts'

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
