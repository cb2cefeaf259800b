import { startServer } from '#harness/server-process.ts'
import { startScript } from '../start-script.ts'
import { ended } from './ended.ts'

/** A server to take quizzes from, and its database. */
export type Target = { origin: string; pid: number; isBare: boolean; databaseUrl: string; stop: () => Promise<void> }

/** The product, as `npm run serve` runs it. */
export async function startProduct(databaseUrl: string, redisUrl: string, processes: number): Promise<Target> {
  const server = await startServer({
    mode: 'serve',
    env: {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      CODE_PEPPER: 'sixteen-characters-or-more',
      TRUSTED_PROXIES: '127.0.0.1',
      WEB_CONCURRENCY: String(processes),
    },
  })
  const { origin, process } = server
  return { origin, pid: process.pid ?? 0, isBare: false, databaseUrl, stop: () => server.stop() }
}

/** A bare Fastify that keeps an attempt in one row. */
export async function startLimit(databaseUrl: string): Promise<Target> {
  const { origin, process } = await startScript('workshop/lab/bench/limit-server.ts', { databaseUrl })
  return { origin, pid: process.pid ?? 0, isBare: true, databaseUrl, stop: () => ended(process) }
}
