import { randomInt } from 'node:crypto'
import type { Random } from '#quiz/random.ts'

/** A seeded random number generator for tests (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The seed of a generated test: a new one each time, printed, or SEED to repeat a run. */
export function freshSeed(): number {
  const seed = process.env.SEED ? Number(process.env.SEED) : randomInt(2 ** 31)
  console.log(`SEED=${seed} repeats this run.`)
  return seed
}
