import { administer, createDatabase, startPostgres } from '#harness/postgres.ts'
import { type RedisServer, startRedis } from '#harness/redis.ts'
import { cpuSeconds, machineSeconds } from '../processes.ts'
import type { Order } from './generator.ts'
import { startGenerator } from './generator-process.ts'
import type { Figures } from './recorder.ts'
import { startLimit, startProduct, type Target } from './targets.ts'

/** Processor time by part, in cores: 1 is one core fully in use. */
export type CpuShares = { server: number; postgres: number; redis: number; generator: number; others: number }

type Load = Order extends infer One ? (One extends Order ? Omit<One, 'origin' | 'isBare' | 'seed'> : never) : never

export type System = {
  /** The versions of Postgres, Redis and Node. */
  versions: string
  /** On a new database. */
  startProduct: (replicas: 1 | 2) => Promise<Target>
  /** On a new database. */
  startLimit: () => Promise<Target>
  /** Runs a load. @returns the figures of each window and the processor time by part */
  load: (target: Target, load: Load) => Promise<{ figures: Figures[]; cpu: CpuShares }>
  redisKeys: () => number
  /** Ends everything it started. */
  stop: () => Promise<void>
}

/** Processor time by part while `work` runs; `roots` are the parts' root processes. */
async function observed<Result>(
  roots: Record<Exclude<keyof CpuShares, 'server' | 'others'>, number> & { servers: readonly number[] },
  work: () => Promise<Result>,
): Promise<{ result: Result; cpu: CpuShares }> {
  const spent = () => ({
    at: performance.now(),
    machine: machineSeconds(),
    server: roots.servers.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    postgres: cpuSeconds(roots.postgres),
    redis: cpuSeconds(roots.redis),
    generator: cpuSeconds(roots.generator),
  })
  const before = spent()
  const result = await work()
  const after = spent()
  const of = (part: keyof typeof before) => (1000 * (after[part] - before[part])) / (after.at - before.at)
  const parts = { server: of('server'), postgres: of('postgres'), redis: of('redis'), generator: of('generator') }
  const known = Object.values(parts).reduce((sum, share) => sum + share, 0)
  return { result, cpu: { ...parts, others: Math.max(0, of('machine') - known) } }
}

const redisInfo = (redis: RedisServer, name: string) =>
  new RegExp(`${name}:(\\S+)`).exec(redis.command('INFO', 'server'))?.[1] ?? ''

const WAL_SEGMENTS = 64

/**
 * Leaves WAL segments to use again, as on a server that has run for a while: making a new one holds up every commit for
 * up to 0.3 s.
 */
async function recycleWal(url: string): Promise<void> {
  await administer(url, "alter system set max_wal_size = '2GB'")
  await administer(url, "alter system set min_wal_size = '1GB'")
  await administer(url, 'select pg_reload_conf()')
  for (let made = 0; made < WAL_SEGMENTS; made++)
    await administer(url, "select pg_logical_emit_message(false, 'load', 'fills a segment'); select pg_switch_wal()")
  await administer(url, 'checkpoint')
}

/** Starts Postgres with durable commits, Redis and the generator. */
export async function startSystem(seed: number): Promise<System> {
  const postgres = await startPostgres({ isDurable: true })
  await recycleWal(postgres.url)
  const redis = await startRedis()
  const generator = startGenerator()
  const [about] = await administer(
    postgres.url,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid,
       split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  const roots = {
    postgres: Number(about?.pid),
    redis: Number(redisInfo(redis, 'process_id')),
    generator: generator.pid,
  }
  const targets: Target[] = []
  const newDatabase = () => createDatabase(postgres.url, `load_${targets.length}`)
  const kept = async (starting: Promise<Target>) => {
    const target = await starting
    targets.push(target)
    return target
  }
  return {
    versions: `Postgres ${about?.version}, Redis ${redisInfo(redis, 'redis_version')}`,
    startProduct: async (replicas) => kept(startProduct(await newDatabase(), redis.url, replicas)),
    startLimit: async () => kept(startLimit(await newDatabase())),
    load: async ({ origin, isBare, pids }, load) => {
      const run = () => generator.run({ ...load, origin, isBare, seed })
      const { result, cpu } = await observed({ ...roots, servers: pids }, run)
      return { figures: result, cpu }
    },
    redisKeys: () => Number(redis.command('DBSIZE')),
    stop: async () => {
      await Promise.all(targets.map((target) => target.stop()))
      await generator.stop()
      await redis.kill()
      await postgres.stop()
    },
  }
}
