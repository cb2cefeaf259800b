/**
 * `npm run bench -- locks`: 64 connections finish tests of one language, level and score at once, on a Postgres server
 * whose commits are on disk. What share of their time they wait for each other's locks, beside tests that all end at
 * different scores. Aim: at most 5 %.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as newId } from 'uuid'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { ensureInstalled } from '#harness/install.ts'
import { createDatabase, startPostgres } from '#harness/postgres.ts'
import { newAttempt, type Taken } from '#quiz/attempt.ts'
import { QUESTIONS, testPlan } from '#quiz/test-plan.ts'
import { itemVersion, readBanks } from '#server/banks/banks.ts'
import { openPostgres } from '#server/db/connection/postgres.ts'
import { recordAnswer } from '#server/db/tables/answers.ts'

const CONNECTIONS = 64
const TESTS = 6400
const SAMPLE_MS = 5
const AIM = 0.05

await ensureInstalled('Postgres')
const server = await startPostgres({ isDurable: true, connections: 2 * CONNECTIONS })

const { round } = newAttempt(testPlan('staircase'), [], {
  ...{ bank: readBanks().english, random: Math.random, scorerVersion: 'bench' },
  ...{ versionOf: itemVersion, parametersOf: () => null },
})
const [item] = round
if (!item) throw new Error('There is no item.')

/** The last answer of a test; `theta` decides its score. */
const last = (theta: number): Taken => ({
  ...{ kind: 'taken', item, isCorrect: true, total: QUESTIONS, round: null },
  result: { level: 'B2', percentile: 77, theta, standardError: 0.5, scorerVersion: 'bench' },
})

/** Finishes the tests. @returns how many a second, and the share of the connections' time that waits for locks */
async function finish(name: string, thetaOf: (test: number) => number) {
  const url = await createDatabase(server.url, name)
  const { db, close } = await openPostgres(url, CONNECTIONS, { prepares: true })
  const ids = Array.from({ length: TESTS }, () => newId())
  const before = sql.lit(QUESTIONS - 1)
  await sql`insert into assessments (id, visitor, flow_id, language, interface_language, answered, choices, is_correct,
      elapsed_ms, answered_at)
    select value::uuid, 'v', 'f', 'english', 'en', ${before}, (select jsonb_agg('[]'::jsonb) from generate_series(1, ${before})),
      array_fill(false, array[${before}]), array_fill(1000, array[${before}]), array_fill(now(), array[${before}])
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`.execute(db)
  const watcher = new pg.Client(url)
  await watcher.connect()
  const seen = { waiting: 0, active: 0 }
  let isDone = false
  const watch = async () => {
    while (!isDone) {
      const { rows } = await watcher.query(
        `select count(*) filter (where wait_event_type = 'Lock')::integer as waiting, count(*)::integer as active
         from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
      )
      seen.waiting += rows[0].waiting
      seen.active += rows[0].active
      await sleep(SAMPLE_MS)
    }
  }
  const watching = watch()
  const started = performance.now()
  let next = 0
  const work = async () => {
    for (let test = next++; test < TESTS; test = next++) {
      const answer = {
        id: ids[test] as string,
        position: QUESTIONS,
        choice: [],
        elapsedMs: 1000,
        withEvent: true,
        traceparent: null,
      }
      const attempt = { flowId: 'f', language: 'english', interfaceLanguage: 'en' } as const
      const isWritten = await recordAnswer(
        db,
        { visitor: 'v', userId: undefined },
        answer,
        attempt,
        last(thetaOf(test)),
      )
      if (!isWritten) throw new Error('A result was not written.')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const seconds = (performance.now() - started) / 1000
  isDone = true
  await watching
  await watcher.end()
  await close()
  return { perSecond: TESTS / seconds, waiting: seen.waiting / Math.max(seen.active, 1) }
}

await finish('warm', () => 0)
const apart = await finish('apart', (test) => (test % 600) / 10 - 30)
const alike = await finish('alike', () => 1)
await server.stop()

const row = (name: string, { perSecond, waiting }: typeof alike) =>
  `| ${name} | ${perSecond.toFixed(0)} | ${(100 * waiting).toFixed(1)} | ${100 * AIM} |`
writeFigures('docs/performance.md', 'locks', [
  `${CONNECTIONS} connections finish ${TESTS} tests at once on Postgres, commits on disk (\`npm run bench -- locks\`, ${measuredOn()}): ${(alike.perSecond / apart.perSecond).toFixed(2)} of the rate of tests that end apart.`,
  '',
  '| tests | finished/s | of the time waiting for locks, % | aim, at most |',
  '|---|--:|--:|--:|',
  row('one language, level and score', alike),
  row('one language and level, 600 scores', apart),
])
