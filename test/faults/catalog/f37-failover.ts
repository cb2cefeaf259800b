import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { freePort } from '#harness/free-port.ts'
import { ensureInstalled } from '#harness/install.ts'
import { onSeveral, plainlyAt, startNginx } from '#harness/nginx.ts'
import { startRedis } from '#harness/redis.ts'
import { startServer } from '#harness/server-process.ts'
import { check, postgresQuery } from '../check.ts'
import type { Fault, Tally } from '../fault.ts'
import { Journal, type Outcome } from '../journal.ts'
import { type Cluster, isPrimary, isWhole, kill, type Node, startCluster, until } from '../patroni.ts'
import { CODE_PEPPER } from '../two-servers.ts'
import { failedOtherwise } from '../under-load.ts'
import { startClients } from '../visitors.ts'

const CLIENTS = 8
/** Counted from the election. */
const NORMAL_MS = 10_000
/** How long everything works before the next kill. */
const CALM_MS = 3000

type Kill = { isMachine: boolean; at: number; electedAt: number }

/** Kills the primary: alternately only its Postgres, or Patroni too, as if the machine died. */
async function killOnce(cluster: Cluster, isMachine: boolean): Promise<Kill> {
  const [one, two] = cluster.nodes as [Node, Node]
  const [primary, other] = (await isPrimary(one)) ? [one, two] : [two, one]
  const at = Date.now()
  await kill(primary, { withPatroni: isMachine })
  await until('a new primary', () => isPrimary(other))
  const electedAt = Date.now()
  await sleep(NORMAL_MS)
  if (isMachine) primary.start()
  await until('a synchronous copy', () => isWhole(cluster))
  return { isMachine, at, electedAt }
}

/** Log lines to print. */
const MAX_SHOWN = 5

const hasFailed = ({ status }: Outcome) => status === 0 || status >= 400

/** Errors between a kill and normal operation: any other than 503. */
function judge(outcomes: readonly Outcome[], kills: readonly Kill[]): string[] {
  const isAway = ({ at }: Outcome) => kills.some((kill) => at >= kill.at && at < kill.electedAt + NORMAL_MS)
  const atOtherTimes = failedOtherwise(
    outcomes.filter((outcome) => !isAway(outcome)),
    [],
  )
  return [...failedOtherwise(outcomes, [503]), ...atOtherTimes.map((failure) => `${failure}, with a primary`)]
}

const seconds = (ms: readonly number[]) =>
  `${(Math.min(...ms) / 1000).toFixed(1)} to ${(Math.max(...ms) / 1000).toFixed(1)}`

/** Reports how long there was no primary, and how long requests failed after that. */
function report(outcomes: readonly Outcome[], kills: readonly Kill[], { acknowledged, lost }: Tally): void {
  const rows = [false, true].flatMap((isMachine) => {
    const some = kills.filter((kill) => kill.isMachine === isMachine)
    if (some.length === 0) return []
    const without = some.map(({ at, electedAt }) => electedAt - at)
    const after = some.map(({ at, electedAt }) => {
      const until = electedAt + NORMAL_MS
      const failed = outcomes.filter((outcome) => hasFailed(outcome) && outcome.at >= at && outcome.at < until)
      return Math.max(0, (failed.at(-1)?.at ?? 0) - electedAt)
    })
    const what = isMachine ? 'Postgres and Patroni, as if the machine died' : 'Postgres'
    return [`| ${what} | ${some.length} | ${seconds(without)} | ${seconds(after)} |`]
  })
  const refused = outcomes.filter(hasFailed).length
  writeFigures('docs/scaling.md', 'failover', [
    `${kills.length} kills of the primary under load (\`npm run faults -- F37\`, ${measuredOn()}, load ${Math.round(loadavg()[0] ?? 0)}): ${acknowledged.toLocaleString('en')} acknowledged writes, ${lost} lost; ${refused.toLocaleString('en')} of ${outcomes.length.toLocaleString('en')} requests answered 503.`,
    '',
    '| SIGKILL to | times | seconds to the election | seconds until the last 503 after it |',
    '|---|--:|--:|--:|',
    ...rows,
  ])
}

async function run(count: number): Promise<Tally> {
  await ensureInstalled('nginx')
  const [cluster, redis] = await Promise.all([startCluster(), startRedis()])
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const plainPort = await freePort()
  const origin = `http://127.0.0.1:${plainPort}`
  const env = {
    DATABASE_URL: cluster.url,
    DATABASE_PREPARE: '0',
    REDIS_URL: redis.url,
    CODE_PEPPER,
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const servers = await Promise.all(ports.map((port) => startServer({ mode: 'serve', port, env })))
  const [first, second, third] = ports
  const nginx = await startNginx([first, second], (text) => plainlyAt(plainPort)(onSeveral([third])(text)))
  const journal = await Journal.create()
  const end = new AbortController()
  const clients = startClients(origin, journal, { count: CLIENTS, signal: end.signal })
  const kills: Kill[] = []
  for (let n = 0; n < count; n++) {
    await sleep(CALM_MS)
    kills.push(await killOnce(cluster, n % 2 === 1))
  }
  await sleep(CALM_MS)
  end.abort()
  await clients
  const checked = await check(journal, { origin, query: postgresQuery(cluster.direct) })
  const outcomes = journal.outcomes()
  const exits = servers.filter(({ process }) => process.exitCode !== null || process.signalCode !== null).length
  const tally = { injections: count, ...checked, exits, broken: judge(outcomes, kills) }
  report(outcomes, kills, tally)
  const errors = servers.flatMap((server) => server.output().match(/^{"level":50.*$/gm) ?? [])
  if (tally.broken.length > 0) console.error(errors.slice(0, MAX_SHOWN).join('\n'))
  await journal.close()
  await nginx.stop()
  await Promise.all(servers.map((server) => server.stop()))
  await Promise.all([cluster.stop(), redis.kill()])
  return tally
}

export const failover: Fault = {
  id: 'F37',
  title:
    'the primary of two Postgres servers under Patroni is killed, alternately its Postgres and its machine; three processes behind nginx',
  limit: `nothing lost; only 503, and only until ${NORMAL_MS / 1000} s after the election`,
  count: 20,
  run,
}
