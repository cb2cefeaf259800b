import { openClient } from '../load/http-client.ts'
import { type Journal, makeVisit } from '../load/visit.ts'
import { bareWalk } from '../load/walk.ts'
import { startScript } from '../start-script.ts'

const CLIENTS = 8
const SECONDS = 10
const ROUNDS = 3

const IGNORED: Journal = { taken: () => {}, sentAgain: () => {}, ended: () => {} }

async function quizzesPerSecond(origin: string, seconds: number): Promise<number> {
  const client = openClient(origin)
  const started = performance.now()
  let taken = 0
  const visitor = async () => {
    while (performance.now() - started < seconds * 1000) {
      const visit = { client, walk: bareWalk(), address: '10.1.0.1', dueAt: undefined, journal: IGNORED }
      const outcome = await makeVisit(visit)
      if (outcome !== 'finished') throw new Error(`A quiz ended as "${outcome}".`)
      taken++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, visitor))
  client.close()
  return taken / ((performance.now() - started) / 1000)
}

/** Whole quizzes through the API against the limit server. */
export async function quizFigures(): Promise<string> {
  const ours = await startScript('workshop/lab/bench/app.ts')
  const limit = await startScript('workshop/lab/bench/limit-server.ts')
  for (const { origin } of [ours, limit]) await quizzesPerSecond(origin, 3)
  let best = { ours: 0, limit: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    best = {
      ours: Math.max(best.ours, await quizzesPerSecond(ours.origin, SECONDS)),
      limit: Math.max(best.limit, await quizzesPerSecond(limit.origin, SECONDS)),
    }
  }
  for (const { process } of [ours, limit]) process.kill()
  return `| whole quizzes through the API, per second | ${best.ours.toFixed(1)} | ${best.limit.toFixed(1)} (bare Fastify, one row an attempt) | ${(best.ours / best.limit).toFixed(2)} | 0.50 |`
}
