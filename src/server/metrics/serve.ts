import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client'
import type { Settings } from '../settings.ts'

type MetricsSettings = Pick<Settings, 'METRICS_PORT' | 'METRICS_HOST'>

/** The metrics of this process, its event loop, memory and garbage collection among them when anybody is to read them. */
export function createRegistry({ METRICS_PORT }: MetricsSettings): Registry {
  const registry = new Registry()
  if (METRICS_PORT > 0) collectDefaultMetrics({ register: registry })
  return registry
}

/**
 * Answers /metrics on a port of its own, which is not the public's: those of `registry`, or of all processes that this one has started.
 * @returns how to stop it
 * @throws Error when the port is taken
 */
export async function serveMetrics(
  { METRICS_PORT, METRICS_HOST }: MetricsSettings,
  registry?: Registry,
): Promise<() => void> {
  if (METRICS_PORT === 0) return () => undefined
  const all = new AggregatorRegistry()
  if (cluster.isWorker) {
    // The first process asks for them.
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
      // A process that is just ending does not answer.
      response.writeHead(503, { 'retry-after': '1' }).end()
    }
  }).listen(METRICS_PORT, METRICS_HOST)
  await once(server, 'listening')
  server.unref()
  return () => server.close()
}
