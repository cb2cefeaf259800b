import { randomUUID } from 'node:crypto'
import { freePort } from '#harness/free-port.ts'
import { createDatabase, type PostgresServer, startPostgres } from '#harness/postgres.ts'
import { type RedisServer, startRedis } from '#harness/redis.ts'
import { type RunningServer, startServer } from '#harness/server-process.ts'

/** Settings that processes sharing Redis must have in common. */
export const CODE_PEPPER = 'sixteen-characters-or-more'

export type Machines = { postgres: PostgresServer; redis: RedisServer; stop: () => Promise<void> }

export async function startMachines(): Promise<Machines> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  return { postgres, redis, stop: async () => void (await Promise.all([postgres.stop(), redis.kill()])) }
}

export type TwoServers = {
  servers: readonly [RunningServer, RunningServer]
  databaseUrl: string
  /** How many of them exited by themselves. */
  exits: () => number
  stop: () => Promise<void>
}

const hasEnded = ({ process }: RunningServer) => process.exitCode !== null || process.signalCode !== null

/** Two processes of the product on different ports, so a client can choose, with one new database and one Redis. */
export async function startTwoServers(
  { postgres, redis }: Machines,
  env: (origins: readonly string[]) => Record<string, string> = () => ({}),
  /** Settings for only one of them. */
  own: (index: number) => Record<string, string> = () => ({}),
): Promise<TwoServers> {
  const databaseUrl = await createDatabase(postgres.url, randomUUID())
  const ports = [await freePort(), await freePort()] as const
  const shared = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    CODE_PEPPER,
    ...env(ports.map((port) => `http://127.0.0.1:${port}`)),
  }
  const start = (index: 0 | 1) => startServer({ mode: 'serve', port: ports[index], env: { ...shared, ...own(index) } })
  const servers = await Promise.all([start(0), start(1)])
  return {
    servers,
    databaseUrl,
    exits: () => servers.filter(hasEnded).length,
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}
