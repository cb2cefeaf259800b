import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { administer, createDatabase, startPostgres } from '../../test/postgres-server.ts'
import { startRedis } from '../../test/redis-server.ts'
import { startServer } from '../../test/running-server.ts'
import { startScript } from '../bench/process.ts'
import type { Order } from './generator.ts'
import { cpuSeconds, machineSeconds } from './processes.ts'
import type { Figures } from './recorder.ts'

/** Processor time by part, in cores: 1 is one core in use all the time. */
export type CpuShares = { server: number; postgres: number; redis: number; generator: number; others: number }

/** Something that takes quizzes, and its database. */
export type Target = { origin: string; pid: number; isBare: boolean; databaseUrl: string; stop: () => Promise<void> }

type Load = Order extends infer One ? (One extends Order ? Omit<One, 'origin' | 'isBare' | 'seed'> : never) : never

export type System = {
  /** Postgres, Redis and Node, as they say of themselves. */
  versions: string
  /** The product, as `npm run serve` runs it, on a new database. */
  startProduct: (processes: number) => Promise<Target>
  /** A bare Fastify with the same statements, on a new database. */
  startBare: () => Promise<Target>
  /** Puts a load on it. @returns the figures of each stretch and where the time of the processors went */
  load: (target: Target, load: Load) => Promise<{ figures: Figures[]; cpu: CpuShares }>
  redisKeys: () => number
  /** Ends everything it has started. */
  stop: () => Promise<void>
}

/** Starts Postgres, which has a commit on disk before it acknowledges it, Redis and the generator. */
export async function startSystem(seed: number): Promise<System> {
  const postgres = await startPostgres({ isDurable: true })
  const redis = await startRedis()
  const generator = fork('scripts/load/generator.ts')
  const ask = async <Value>(sql: string) => Object.values((await administer(postgres.url, sql))[0] ?? {})[0] as Value
  const postgresPid = await ask<number>("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int")
  const redisInfo = (name: string) => new RegExp(`${name}:(\\S+)`).exec(redis.command('INFO', 'server'))?.[1] ?? ''
  const redisPid = Number(redisInfo('process_id'))
  let databases = 0
  const targets: Target[] = []
  const started = (target: Target) => {
    targets.push(target)
    return target
  }
  const newDatabase = () => createDatabase(postgres.url, `load_${++databases}`)

  const spent = ({ pid }: Target) => ({
    at: performance.now(),
    server: cpuSeconds(pid),
    postgres: cpuSeconds(postgresPid),
    redis: cpuSeconds(redisPid),
    generator: cpuSeconds(generator.pid ?? 0),
    machine: machineSeconds(),
  })

  return {
    versions: `Postgres ${await ask("select split_part(current_setting('server_version'), ' ', 1)")}, Redis ${redisInfo('redis_version')}, Node ${process.versions.node}`,
    startProduct: async (processes) => {
      const databaseUrl = await newDatabase()
      const server = await startServer({
        mode: 'serve',
        env: {
          DATABASE_URL: databaseUrl,
          REDIS_URL: redis.url,
          CODE_PEPPER: 'sixteen-characters-or-more',
          TRUSTED_PROXIES: '127.0.0.1',
          WEB_CONCURRENCY: String(processes),
        },
      })
      const stop = () => server.stop()
      return started({ origin: server.origin, pid: server.process.pid ?? 0, isBare: false, databaseUrl, stop })
    },
    startBare: async () => {
      const databaseUrl = await newDatabase()
      const { origin, process } = await startScript('scripts/bench/bare.ts', { databaseUrl })
      return started({ origin, pid: process.pid ?? 0, isBare: true, databaseUrl, stop: () => ended(process) })
    },
    load: async (target, load) => {
      const before = spent(target)
      const { origin, isBare } = target
      generator.send({ ...load, origin, isBare, seed } satisfies Order)
      const figures = await reply(generator)
      const after = spent(target)
      const seconds = (after.at - before.at) / 1000
      const of = (part: keyof typeof before) => (after[part] - before[part]) / seconds
      const parts = { server: of('server'), postgres: of('postgres'), redis: of('redis'), generator: of('generator') }
      const known = Object.values(parts).reduce((sum, share) => sum + share, 0)
      return { figures, cpu: { ...parts, others: Math.max(0, of('machine') - known) } }
    },
    redisKeys: () => Number(redis.command('DBSIZE')),
    stop: async () => {
      await Promise.all(targets.map((target) => target.stop()))
      await ended(generator)
      await redis.kill()
      await postgres.stop()
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** @throws Error when it ends instead */
async function reply(generator: ChildProcess): Promise<Figures[]> {
  const answered = new AbortController()
  const { signal } = answered
  const death = once(generator, 'exit', { signal }).then(([code]) => {
    throw new Error(`The generator ended with ${code}.`)
  })
  try {
    const [figures] = await Promise.race([once(generator, 'message', { signal }), death])
    return figures
  } finally {
    death.catch(() => undefined)
    answered.abort()
  }
}
