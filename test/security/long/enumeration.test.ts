import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import { ask } from '../tour.ts'
import { startWholeApp, type WholeApp } from '../whole-app.ts'
import { mannWhitney, median } from './two-samples.ts'

const PAIRS = 400
const WARM_UP = 50
/** The maximum difference between the medians with and without an account. */
const GAP_MS = 2
/** Below this p-value, the samples differ by more than chance. */
const SIGNIFICANT = 0.01

let world: WholeApp
beforeAll(async () => {
  world = await startWholeApp()
  const { user } = await newAccount(world)
  const rows = Array.from({ length: PAIRS + WARM_UP }, (_, number) => ({
    email: `known${number}@example.com`,
    user_id: user.id,
  }))
  await world.db.insertInto('emails').values(rows).execute()
})
afterAll(() => world.close())

async function time(target: string): Promise<number> {
  const started = performance.now()
  const { status } = await ask(world, { method: 'POST', url: urls.codes, payload: { channel: 'email', target } })
  const took = performance.now() - started
  expect(status).toBe(202)
  // Work after the reply doesn't count.
  await new Promise(setImmediate)
  return took
}

it(`v5.0.0-6.3.8: requesting a code takes as long for an address with an account as for one without, ${PAIRS} of each`, async () => {
  const known: number[] = []
  const unknown: number[] = []
  for (let number = 0; number < PAIRS + WARM_UP; number++) {
    // Alternating, each first equally often, so load on the machine affects both.
    const tries: [number[], string][] = [
      [known, `known${number}@example.com`],
      [unknown, `other${number}@example.com`],
    ]
    if (number % 2) tries.reverse()
    for (const [times, target] of tries) {
      const took = await time(target)
      if (number >= WARM_UP) times.push(took)
    }
  }
  const gap = Math.abs(median(known) - median(unknown))
  const p = mannWhitney(known, unknown)
  console.log(`known ${median(known).toFixed(2)} ms, unknown ${median(unknown).toFixed(2)} ms, p = ${p.toFixed(3)}`)
  expect(gap).toBeLessThan(GAP_MS)
  expect(p).toBeGreaterThan(SIGNIFICANT)
})
