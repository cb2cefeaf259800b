import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#harness/seeded-random.ts'
import { QUIZ, REQUESTS_OF_A_QUIZ } from './quizzes.ts'

/** The mean time between two of a visitor's requests. */
const PAUSE_MS = 100

const agent = new Agent({ keepAlive: true })

/**
 * Takes whole quizzes that start at random times (a Poisson process), the same for every server, however slow it is. A
 * request's latency counts from the time when it was due, so a late reply also counts against the requests that wait
 * for it. This isn't autocannon, which sends each second's requests in one burst.
 * @returns the latencies in milliseconds, in ascending order
 * @throws Error if any reply is wrong
 */
export async function latenciesOf(origin: string, seconds: number, perSecond: number): Promise<number[]> {
  const random = seededRandom(1)
  const latencies: number[] = []
  const start = performance.now()
  // Earlier requests come before the load is complete.
  const counted = start + PAUSE_MS * REQUESTS_OF_A_QUIZ
  const end = counted + 1000 * seconds
  const take = async (begun: number) => {
    const steps = QUIZ.map((step, index) => ({ ...step, due: begun + PAUSE_MS * (index + random()) }))
    const visit = {}
    for (const step of steps) {
      await sleep(Math.max(0, step.due - performance.now()))
      const { path, body, ...options } = step.request(visit)
      const sent = request(`${origin}${path}`, { agent, ...options }).end(body)
      const [reply] = await once(sent, 'response')
      step.read(visit, reply.statusCode, await text(reply), reply.headers)
      if (step.due >= counted && step.due < end) latencies.push(performance.now() - step.due)
    }
  }
  const visits: Promise<void>[] = []
  for (let at = start; at < end; at += (Math.log(1 / (1 - random())) / perSecond) * 1000) visits.push(take(at))
  await Promise.all(visits)
  return latencies.sort((one, other) => one - other)
}
