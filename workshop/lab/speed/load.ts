/**
 * `npm run load [-- --seconds 20] [-- --against FOLDER]`: whole quizzes on Postgres and Redis, with commits on disk, in
 * turn against one replica, two behind nginx, a bare Fastify as the limit, and the checkout of an earlier release.
 * Writes docs/performance.md; ends with 1 if an aim is missed.
 */
import { parseArgs } from 'node:util'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { ensureInstalled } from '#harness/install.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { startRedis } from '#harness/redis.ts'
import { median } from './median.ts'
import { type QuizFigures, takeQuizzes } from './quizzes.ts'
import { startReplica, startScript, startTwoReplicas, type Target } from './targets.ts'

const ROUNDS = 3
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

const inTurn = async (load: { seconds: number; perSecond?: number }): Promise<QuizFigures[][]> => {
  const figures: QuizFigures[][] = targets.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, { origin }] of targets.entries()) figures[index]?.push(await takeQuizzes(origin, load))
  return figures
}
const middle = (rounds: QuizFigures[] = [], figure: keyof QuizFigures) => median(rounds.map((round) => round[figure]))

for (const { origin } of targets) await takeQuizzes(origin, { seconds: 5 })
const atFull = await inTurn({ seconds })
const rates = atFull.map((rounds) => middle(rounds, 'perSecond'))
const [ours = 0, , limit = 0] = rates
const atHalf = await inTurn({ seconds, perSecond: ours / 2 })
const isMissed = ours / limit < MIN_OF_LIMIT || middle(atHalf[0], 'p99') > MAX_P99_MS
const rows = targets.map(({ name }, index) => {
  const rate = rates[index] ?? 0
  const [p50, p99] = [middle(atHalf[index], 'p50'), middle(atHalf[index], 'p99')]
  return `| ${name} | ${rate.toFixed(1)} | ${(rate / ours).toFixed(2)} | ${p50.toFixed(1)} | ${p99.toFixed(0)} |`
})

for (const { stop } of targets) await stop()
await redis.kill()
await postgres.stop()
writeFigures('docs/performance.md', 'load', [
  `Whole quizzes of 17 requests, 32 visitors who never pause, and the latency of a request at half of one replica's rate, each the middle of ${ROUNDS} rounds of ${seconds} s in turn (\`npm run load\`, ${measuredOn()}). Load and servers share the cores. At half load, the generator sends each second's requests in one burst, and in a burst answers go before starts. Aims: one replica at least ${MIN_OF_LIMIT} of the bare Fastify, p99 at most ${MAX_P99_MS} ms.`,
  '',
  '| | quizzes/s | ratio to one replica | p50 ms at half load | p99 ms |',
  '|---|--:|--:|--:|--:|',
  ...rows,
])
process.exitCode = isMissed ? 1 : 0
