/** The load generator, in its own process: its parent sends one order after another and gets the figures of each. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, seededRandom } from '#quiz/random.ts'
import { readBanks } from '#server/banks/banks.ts'
import { openClient } from './http-client.ts'
import { type Figures, Recorder } from './recorder.ts'
import { arrivals, type Stretch } from './schedule.ts'
import { makeVisit, type Outcome, REQUESTS_OF_A_QUIZ } from './visit.ts'
import { bareWalk, checkedWalk } from './walk.ts'

export type Order = { origin: string; isBare: boolean; seed: number } & (
  | { kind: 'open'; stretches: Stretch[] }
  | { kind: 'closed'; clients: number; seconds: number }
)

/** The pause between two requests of one quiz. People take longer; the server sees the same request rate either way. */
const PACE_MS = 100
/**
 * Warm-up and cool-down: quizzes started at the end of a window are unfinished, and the first ones meet an idle server.
 */
const SETTLING_MS = PACE_MS * REQUESTS_OF_A_QUIZ
/** The number of client addresses: the limiter has a key for each. */
const ADDRESSES = 1000

const banks = readBanks()
const walkOf = ({ isBare }: Order, random: Random) => (isBare ? bareWalk() : checkedWalk(banks, random))
const addressOf = (visitor: number) => `10.1.${Math.floor((visitor % ADDRESSES) / 250)}.${(visitor % 250) + 1}`

/** Open loop: visitors start on schedule, whatever happens to those before them. One window of figures per stretch. */
async function loadOpenly(order: Order & { kind: 'open' }): Promise<Figures[]> {
  const client = openClient(order.origin)
  const recorder = new Recorder()
  const begun = performance.now()
  const quizzes: Promise<Outcome>[] = []
  for (const [visitor, seconds] of arrivals(order.stretches, seededRandom(order.seed)).entries()) {
    const startAt = begun + seconds * 1000
    const ms = startAt - performance.now()
    if (ms > 0) await sleep(ms)
    const walk = walkOf(order, seededRandom(order.seed + visitor))
    const dueAt = (step: number) => startAt + step * PACE_MS
    quizzes.push(makeVisit({ client, walk, address: addressOf(visitor), dueAt, journal: recorder }))
  }
  const until = begun + order.stretches.reduce((sum, { seconds }) => sum + seconds, 0) * 1000
  await sleep(Math.max(0, until - performance.now()))
  let from = begun
  const figures = order.stretches.map(({ seconds }, index) => {
    const to = from + seconds * 1000
    const window = recorder.figures(index === 0 ? from + SETTLING_MS : from, to)
    from = to
    return window
  })
  await Promise.all(quizzes)
  client.close()
  return figures
}

/** Closed loop: this many visitors, each taking one quiz after another without a pause. */
async function loadClosely(order: Order & { kind: 'closed' }): Promise<Figures[]> {
  const client = openClient(order.origin)
  const recorder = new Recorder()
  const begun = performance.now()
  const until = begun + order.seconds * 1000
  const visitor = async (_: unknown, visitor: number) => {
    const random = seededRandom(order.seed + visitor)
    while (performance.now() < until) {
      const walk = walkOf(order, random)
      const outcome = await makeVisit({
        client,
        walk,
        address: addressOf(visitor),
        dueAt: undefined,
        journal: recorder,
      })
      if (outcome !== 'finished') await sleep(PACE_MS)
    }
  }
  await Promise.all(Array.from({ length: order.clients }, visitor))
  client.close()
  return [recorder.figures(begun, until)]
}

process.on('message', async (order: Order) => {
  process.send?.(await (order.kind === 'open' ? loadOpenly(order) : loadClosely(order)))
})
