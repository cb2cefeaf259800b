import { randomInt } from 'node:crypto'

/** The seed of a generated test: a new one each time, printed; or SEED, to repeat a run. */
export function freshSeed(): number {
  const seed = process.env.SEED ? Number(process.env.SEED) : randomInt(2 ** 31)
  console.log(`SEED=${seed} repeats this run.`)
  return seed
}
