import type { Bank } from '#quiz/bank.ts'
import { LEVELS } from '#quiz/levels.ts'
import { BASE, makeTaker, trueParameters } from './scenario.ts'
import { sit } from './study.ts'

/** Takers of each bank and level. */
const EACH = 40
/** Nobody gets further: each test asks three items of the start level. */
const MOST = 12

/** How many tests in a row bring a taker only new questions. */
function freshTests(bank: Bank, truth: ReturnType<typeof trueParameters>, number: number, seed: number): number {
  const taker = makeTaker(number, BASE, seed)
  const seen = new Set<number>()
  for (let test = 0; test < MOST; test++) {
    const { items } = sit('staircase', { taker, bank, truth, seed }, test, seen)
    if (items.some(({ id }) => seen.has(id))) return test
    for (const { id } of items) seen.add(id)
  }
  return MOST
}

/** By level, how many tests bring nine in ten takers only new questions (retakes draw these first). */
export function freshTestsByLevel(banks: readonly Bank[], seed: number): number[] {
  const byLevel = LEVELS.map(() => [] as number[])
  for (const [index, bank] of banks.entries()) {
    const truth = trueParameters(bank, BASE, seed, index)
    for (let number = 0; number < EACH * LEVELS.length; number++)
      byLevel[number % LEVELS.length]?.push(freshTests(bank, truth, number, seed))
  }
  return byLevel.map((tests) => tests.sort((one, other) => one - other)[Math.floor(tests.length / 10)] ?? 0)
}
