import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { createDatabase } from '#harness/postgres.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { CODE_PEPPER, type Machines } from './two-servers.ts'

export type Workers = RunningServer & { databaseUrl: string }

/** Two processes behind one port, as the product runs, on a new database. */
export async function startWorkers(
  { postgres, redis }: Machines,
  env: Record<string, string> = {},
  count = 2,
): Promise<Workers> {
  const databaseUrl = await createDatabase(postgres.url, randomUUID())
  const shared = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, CODE_PEPPER, WEB_CONCURRENCY: String(count) }
  return { ...(await startServer({ mode: 'serve', env: { ...shared, ...env } })), databaseUrl }
}

export const workersOf = ({ process }: RunningServer): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number)

/** Waits until this many processes have started to take requests. @throws Error if they do not */
export async function untilServing(server: RunningServer, count: number): Promise<void> {
  const end = performance.now() + HANG_MS
  while (server.output().split('a worker is listening').length - 1 < count) {
    if (performance.now() > end) throw new Error(`Fewer than ${count} processes take requests.`)
    await sleep(50)
  }
}

/** Shuts it down cleanly. @returns the exit code, and how long it took */
export async function terminate({ process }: RunningServer): Promise<{ code: number | null; ms: number }> {
  const begun = performance.now()
  process.kill('SIGTERM')
  await once(process, 'exit')
  return { code: process.exitCode, ms: performance.now() - begun }
}

/** Sends half a request, and the rest when told. */
export function slowStart(origin: string): { finish: () => Promise<number> } {
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ language: 'english' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const sent = request(`${origin}${urls.attempts}`, { method: 'POST', agent, headers })
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
