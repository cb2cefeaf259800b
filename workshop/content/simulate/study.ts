import { seededRandom } from '#harness/seeded-random.ts'
import type { Bank, Item } from '#quiz/bank.ts'
import { LEVELS, type Level } from '#quiz/constants.ts'
import type { LevelRuleName } from '#quiz/level-rule.ts'
import { type SimulatedAttempt, takeMaximumInformationTest, takeQuiz } from './deliver.ts'
import { type Agreement, agreement, type Outcome, stability } from './measures.ts'
import {
  BASE,
  chance,
  makeTaker,
  respond,
  SCENARIOS,
  type Scenario,
  type Taker,
  type TrueItem,
  trueParameters,
} from './scenario.ts'

/** The methods of finding a level that the study compares. */
export const METHODS = ['staircase', 'rescored', 'estimate', 'maximumInformation'] as const

export type Method = (typeof METHODS)[number]

export type Study = { banks: readonly Bank[]; takers: number; seed: number }

/** One method in one scenario. */
export type Row = { scenario: string; method: Method; agreement: Agreement }

const RETAKEN = ['staircase', 'rescored', 'estimate'] as const satisfies readonly Method[]

export type Figures = {
  rows: Row[]
  retakes: Record<(typeof RETAKEN)[number], ReturnType<typeof stability>>
  /** By level, the number of tests with only new questions that nine in ten test takers get. */
  freshTests: number[]
}

/** A test taker and a bank. Seed, taker, and attempt number determine the random selection and answers. */
type Sitting = { taker: Taker; bank: Bank; truth: ReadonlyMap<number, TrueItem>; seed: number }

function answerOf({ taker, truth, seed }: Sitting, attempt: number) {
  return (item: Item) => respond(taker, item, truth.get(item.id) as TrueItem, seed, attempt)
}

function sit(rule: LevelRuleName, sitting: Sitting, attempt = 0, seen?: ReadonlySet<number>): SimulatedAttempt {
  const { taker, bank, seed } = sitting
  const random = seededRandom(chance(seed, taker.number, attempt, 9) * 2 ** 32)
  return takeQuiz(rule, bank, answerOf(sitting, attempt), random, seen)
}

/** A scenario's sittings, with test takers spread evenly over the banks and over the six levels in each. */
function* sittings({ banks, takers, seed }: Study, scenario: Scenario): Generator<Sitting> {
  const each = Math.floor(takers / banks.length)
  for (const [bankIndex, bank] of banks.entries()) {
    const truth = trueParameters(bank, scenario, seed, bankIndex)
    for (let index = 0; index < each; index++)
      yield { taker: makeTaker(bankIndex * each + index, scenario, seed), bank, truth, seed }
  }
}

/** Every method's level for one test taker. */
function outcomesOf(sitting: Sitting, { guessing, hasPeer }: Scenario): Partial<Record<Method, Outcome>> {
  const truth = sitting.taker.level
  const asked = sit('staircase', sitting).verdict
  const estimate = sit('estimate', sitting).verdict.estimate
  const floor = (guessing === 'split' ? 0.5 : guessing) / 4
  const peer = hasPeer && takeMaximumInformationTest(sitting.bank, sitting.truth, answerOf(sitting, 0), floor)
  return {
    staircase: { truth, level: asked.level },
    rescored: { truth, level: asked.estimate.level, estimate: asked.estimate },
    estimate: { truth, level: estimate.level, estimate },
    ...(peer ? { maximumInformation: { truth, level: peer } } : {}),
  }
}

function rowsOf(study: Study, scenario: Scenario): Row[] {
  const outcomes = [...sittings(study, scenario)].map((sitting) => outcomesOf(sitting, scenario))
  return METHODS.flatMap((method) => {
    const own = outcomes.flatMap((found) => found[method] ?? [])
    return own.length === 0 ? [] : [{ scenario: scenario.name, method, agreement: agreement(own) }]
  })
}

/** Two attempts by the same test takers in the base scenario; the second avoids the items of the first. */
function retakesOf(study: Study): Figures['retakes'] {
  const pairs = { staircase: [], rescored: [], estimate: [] } as Record<
    (typeof RETAKEN)[number],
    (readonly [Level, Level])[]
  >
  for (const sitting of sittings(study, BASE))
    for (const rule of ['staircase', 'estimate'] as const) {
      const first = sit(rule, sitting)
      const second = sit(rule, sitting, 1, new Set(first.items.map(({ id }) => id)))
      pairs[rule].push([first.verdict.level, second.verdict.level])
      if (rule === 'staircase') pairs.rescored.push([first.verdict.estimate.level, second.verdict.estimate.level])
    }
  return {
    staircase: stability(pairs.staircase),
    rescored: stability(pairs.rescored),
    estimate: stability(pairs.estimate),
  }
}

/** The number of test takers per bank and level. */
const FRESH_TAKERS = 40
/** The maximum, since each test asks three items of the start level. */
const MAX_FRESH = 12

/** The number of consecutive tests in which a test taker gets only new questions. */
function freshTests(bank: Bank, truth: Sitting['truth'], number: number, seed: number): number {
  const taker = makeTaker(number, BASE, seed)
  const seen = new Set<number>()
  for (let test = 0; test < MAX_FRESH; test++) {
    const { items } = sit('staircase', { taker, bank, truth, seed }, test, seen)
    if (items.some(({ id }) => seen.has(id))) return test
    for (const { id } of items) seen.add(id)
  }
  return MAX_FRESH
}

function freshTestsByLevel({ banks, seed }: Study): number[] {
  const byLevel = LEVELS.map(() => [] as number[])
  for (const [index, bank] of banks.entries()) {
    const truth = trueParameters(bank, BASE, seed, index)
    for (let number = 0; number < FRESH_TAKERS * LEVELS.length; number++)
      byLevel[number % LEVELS.length]?.push(freshTests(bank, truth, number, seed))
  }
  return byLevel.map((tests) => tests.sort((one, other) => one - other)[Math.floor(tests.length / 10)] ?? 0)
}

/** Runs the whole simulation. */
export function simulate(study: Study): Figures {
  return {
    rows: SCENARIOS.flatMap((scenario) => rowsOf(study, scenario)),
    retakes: retakesOf(study),
    freshTests: freshTestsByLevel(study),
  }
}

/** A method's agreement in a scenario. */
export function agreementIn({ rows }: Figures, scenario: Scenario, method: Method): Agreement {
  const row = rows.find((each) => each.scenario === scenario.name && each.method === method)
  if (!row) throw new Error(`${method} was not simulated in "${scenario.name}".`)
  return row.agreement
}
