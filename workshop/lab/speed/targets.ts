import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { commitIn } from '#harness/figures.ts'
import { freePort } from '#harness/free-port.ts'
import { onSeveral, plainlyAt, startNginx } from '#harness/nginx.ts'
import { createDatabase } from '#harness/postgres.ts'
import { startServer } from '#harness/server-process.ts'

/** A server to send requests to. */
export type Target = { name: string; origin: string; stop: () => Promise<void> }

type Machines = { postgresUrl: string; redisUrl: string }

/** The product as `npm run serve` runs it, on a new database. `release` is the checkout of an earlier release. */
export async function startReplica({ postgresUrl, redisUrl }: Machines, release?: string): Promise<Target> {
  const { origin, stop } = await startServer({
    mode: 'serve',
    ...(release ? { release } : {}),
    env: {
      DATABASE_URL: await createDatabase(postgresUrl, randomUUID()),
      REDIS_URL: redisUrl,
      CODE_PEPPER: 'sixteen-characters-or-more',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  return { name: release ? `one replica of ${commitIn(release)}` : 'one replica', origin, stop: () => stop() }
}

/** Two replicas on one database, behind nginx with our configuration but without TLS or rate limits. */
export async function startTwoReplicas({ postgresUrl, redisUrl }: Machines): Promise<Target> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: await createDatabase(postgresUrl, randomUUID()),
    REDIS_URL: redisUrl,
    CODE_PEPPER: 'sixteen-characters-or-more',
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: origin,
  }
  const replicas = [await startServer({ mode: 'serve', env }), await startServer({ mode: 'serve', env })] as const
  const [first, second] = replicas.map((replica) => Number(new URL(replica.origin).port)) as [number, number]
  const nginx = await startNginx([first, second], (text) => plainlyAt(port)(onSeveral([])(text)))
  return {
    name: 'two replicas behind nginx',
    origin,
    stop: async () => void (await Promise.all([nginx.stop(), ...replicas.map((replica) => replica.stop())])),
  }
}

/** Starts a script that prints its URL. */
export async function startScript(name: string, script: string, env: Record<string, string> = {}): Promise<Target> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return {
    name,
    origin: String(line).trim(),
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
