/**
 * `npm run load [-- --seconds 20] [-- --against FOLDER]`: takes whole quizzes on Postgres and Redis, with commits on
 * disk, in turn on one replica, two behind nginx, a bare Fastify as the limit, and the checkout of an earlier release.
 * Writes docs/performance.md. Exits with 1 if it misses an aim.
 */
import { parseArgs } from 'node:util'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { ensureInstalled } from '#harness/install.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startRedis } from '#harness/redis.ts'
import { median } from './median.ts'
import { latenciesOf } from './paced-quizzes.ts'
import { takeQuizzes } from './quizzes.ts'
import { startReplica, startScript, startTwoReplicas, type Target } from './targets.ts'

const ROUNDS = 4
const MIN_OF_LIMIT = 0.5
const MAX_P99_MS = 50

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' }, against: { type: 'string' } } })
const seconds = Number(values.seconds)

await ensureInstalled('Postgres', 'Redis', 'nginx')
const postgres = await startPostgres({ isDurable: true })
const redis = await startRedis()
const machines = { postgresUrl: postgres.url, redisUrl: redis.url }
const targets: Target[] = [
  await startReplica(machines),
  await startTwoReplicas(machines),
  await startScript('a bare Fastify with one row per attempt', 'workshop/lab/speed/limit-server.ts', {
    DATABASE_URL: await createDatabase(postgres.url, 'limit'),
  }),
  ...(values.against ? [await startReplica(machines, values.against)] : []),
]

/**
 * The results of `measure` for each target in each round. Every other round goes backward, because what a target writes
 * to disk also slows the next one.
 */
async function inTurn<Found>(measure: (origin: string) => Promise<Found>): Promise<Found[][]> {
  const found: Found[][] = targets.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    const order = [...targets.entries()]
    for (const [index, { origin }] of round % 2 ? order.toReversed() : order) found[index]?.push(await measure(origin))
  }
  return found
}

for (const { origin } of targets) await takeQuizzes(origin, 5)
const rates = (await inTurn((origin) => takeQuizzes(origin, seconds))).map(median)
const [ours = 0, , limit = 0] = rates
const atHalf = await inTurn((origin) => latenciesOf(origin, seconds, ours / 2))
/** The median of the rounds. */
const latency = (rounds: number[][] = [], share: number) =>
  median(rounds.map((sorted) => sorted[Math.floor(sorted.length * share)] ?? 0))
const ofLimit = ours / limit
const p99Ms = latency(atHalf[0], 0.99)
const isRateMet = ofLimit >= MIN_OF_LIMIT
const isLatencyMet = p99Ms <= MAX_P99_MS
const rows = targets.map(({ name }, index) => {
  const rate = rates[index] ?? 0
  const [p50, p99] = [0.5, 0.99].map((share) => latency(atHalf[index], share).toFixed(1))
  return `| ${name} | ${rate.toFixed(1)} | ${(rate / ours).toFixed(2)} | ${p50} | ${p99} |`
})

for (const { stop } of targets) await stop()
await redis.kill()
await postgres.stop()
writeFigures('docs/performance.md', 'load', [
  `Whole quizzes of 17 requests by 32 visitors who never pause, and the latency of a request at half of one replica's rate, each the median of ${ROUNDS} alternating rounds of ${seconds} s (\`npm run load\`, ${measuredOn()}). The load generator and the servers share the cores. At half load, quizzes start at random times regardless of the server's speed, and a request's latency counts from the time when it was due to be sent.`,
  '',
  '| | quizzes/s | ratio to one replica | p50 ms at half load | p99 ms |',
  '|---|--:|--:|--:|--:|',
  ...rows,
  '',
  '| aim for one replica | measured | met |',
  '|---|--:|---|',
  `| at least ${MIN_OF_LIMIT} of the bare Fastify | ${ofLimit.toFixed(2)} | ${isRateMet ? 'yes' : 'no'} |`,
  `| p99 at half load at most ${MAX_P99_MS} ms | ${p99Ms.toFixed(1)} ms | ${isLatencyMet ? 'yes' : 'no'} |`,
])
process.exitCode = isRateMet && isLatencyMet ? 0 : 1
