import { freePort } from '#harness/free-port.ts'
import { onSeveral, plainlyAt, startNginx } from '#harness/nginx.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { startScript } from '../start-script.ts'
import { ended } from './ended.ts'

/** A server to take quizzes from, and its database. */
export type Target = { origin: string; pids: number[]; isBare: boolean; databaseUrl: string; stop: () => Promise<void> }

/** The product as `npm run serve` runs it: one replica, or two behind nginx. */
export async function startProduct(databaseUrl: string, redisUrl: string, replicas: 1 | 2): Promise<Target> {
  const shared = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    CODE_PEPPER: 'sixteen-characters-or-more',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const first = await startServer({ mode: 'serve', env: shared })
  const pidOf = ({ process }: RunningServer) => process.pid ?? 0
  if (replicas === 1)
    return { origin: first.origin, pids: [pidOf(first)], isBare: false, databaseUrl, stop: () => first.stop() }
  const second = await startServer({ mode: 'serve', env: { ...shared, PUBLIC_URL: first.origin } })
  const portOf = ({ origin }: RunningServer) => Number(new URL(origin).port)
  const port = await freePort()
  const nginx = await startNginx([portOf(first), portOf(second)], (text) => plainlyAt(port)(onSeveral([])(text)))
  return {
    origin: `http://127.0.0.1:${port}`,
    pids: [pidOf(first), pidOf(second)],
    isBare: false,
    databaseUrl,
    stop: async () => void (await Promise.all([first.stop(), second.stop(), nginx.stop()])),
  }
}

/** A bare Fastify that keeps an attempt in one row. */
export async function startLimit(databaseUrl: string): Promise<Target> {
  const { origin, process } = await startScript('workshop/lab/bench/limit-server.ts', { databaseUrl })
  return { origin, pids: [process.pid ?? 0], isBare: true, databaseUrl, stop: () => ended(process) }
}
