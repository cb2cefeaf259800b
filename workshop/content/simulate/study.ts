import type { Bank, Item } from '#quiz/bank.ts'
import type { ItemSources } from '#quiz/draw.ts'
import type { ItemParameters } from '#quiz/estimate.ts'
import { estimateAbility } from '#quiz/estimate.ts'
import type { Level } from '#quiz/levels.ts'
import { seededRandom } from '#quiz/random.ts'
import { type LevelRule, QUESTIONS } from '#quiz/test-plan.ts'
import { type Attempt, takeMaximumInformationTest, takeQuiz } from './deliver.ts'
import type { Outcome } from './measures.ts'
import { BASE, chance, makeClicker, makeTaker, respond, type Scenario, type Taker, trueParameters } from './scenario.ts'

/** The compared methods of finding a level. */
export const METHODS = ['staircase', 'rescored', 'routed', 'further', 'maximumInformation'] as const

export type Method = (typeof METHODS)[number]

export type Study = { banks: readonly Bank[]; takers: number; seed: number; onTaker: () => void }

export type Exposure = { level: Level; rate: number }

export type Results = {
  outcomes: Record<Method, Outcome[]>
  /** The share of a bank's takers who got each of its items, all banks together. */
  exposure: Record<Method, Exposure[]>
}

/** A taker and a bank: the seed, the taker and the attempt number fix the randomness of selection and answers. */
type Sitting = { taker: Taker; bank: Bank; truth: ReadonlyMap<number, ItemParameters>; seed: number }

export function sit(
  rule: LevelRule,
  sitting: Sitting,
  attempt = 0,
  seen?: ReadonlySet<number>,
  parametersOf?: ItemSources['parametersOf'],
): Attempt {
  const { taker, bank, seed } = sitting
  const random = seededRandom(chance(seed, taker.number, attempt, 9) * 2 ** 32)
  return takeQuiz(rule, bank, answerOf(sitting, attempt), random, seen, parametersOf)
}

function answerOf({ taker, truth, seed }: Sitting, attempt: number) {
  return (item: Item) => respond(taker, item, truth.get(item.id) as ItemParameters, seed, attempt)
}

/** The sittings of a scenario: takers spread evenly over the banks, with the six levels equally often in each. */
function* sittings(
  { banks, takers, seed, onTaker }: Study,
  scenario: Scenario,
): Generator<Sitting & { bankIndex: number }> {
  const each = Math.floor(takers / banks.length)
  for (const [bankIndex, bank] of banks.entries()) {
    const truth = trueParameters(bank, scenario, seed, bankIndex)
    for (let index = 0; index < each; index++) {
      yield { taker: makeTaker(bankIndex * each + index, scenario, seed), bank, truth, seed, bankIndex }
      onTaker()
    }
  }
}

/** Every method's verdict on one taker, and the items it asked. */
function outcomesOf(
  sitting: Sitting,
  { guessing, hasPeer }: Scenario,
): Partial<Record<Method, Outcome & { items: Item[] }>> {
  const truth = sitting.taker.level
  const asked = sit('staircase', sitting)
  const routed = sit('estimate', sitting)
  const first = estimateAbility(routed.answers.slice(0, QUESTIONS))
  const floor = (guessing === 'split' ? 0.5 : guessing) / 4
  const peer = hasPeer && takeMaximumInformationTest(sitting.bank, sitting.truth, answerOf(sitting, 0), floor)
  const { verdict, items } = asked
  const planned = { truth, questions: QUESTIONS }
  return {
    staircase: { ...planned, level: verdict.level, items },
    rescored: { ...planned, level: verdict.estimate.level, estimate: verdict.estimate, items },
    routed: { ...planned, level: first.level, estimate: first, items: routed.items.slice(0, QUESTIONS) },
    further: {
      truth,
      level: routed.verdict.level,
      questions: routed.answers.length,
      estimate: routed.verdict.estimate,
      items: routed.items,
    },
    ...(peer ? { maximumInformation: { ...planned, ...peer } } : {}),
  }
}

/** Every taker of a scenario under every method. */
export function runScenario(study: Study, scenario: Scenario): Results {
  const byMethod = <Value>(make: () => Value) =>
    Object.fromEntries(METHODS.map((method) => [method, make()])) as Record<Method, Value>
  const outcomes = byMethod<Outcome[]>(() => [])
  const met = byMethod(() => study.banks.map((bank) => new Map(bank.map(({ id }) => [id, 0]))))
  for (const sitting of sittings(study, scenario)) {
    const found = outcomesOf(sitting, scenario)
    for (const method of METHODS) {
      if (!found[method]) continue
      const { items, ...outcome } = found[method]
      outcomes[method].push(outcome)
      const counts = met[method][sitting.bankIndex] as Map<number, number>
      for (const { id } of items) counts.set(id, (counts.get(id) as number) + 1)
    }
  }
  const each = Math.floor(study.takers / study.banks.length)
  const exposure = Object.fromEntries(
    METHODS.map((method) => [
      method,
      study.banks.flatMap((bank, index) =>
        bank.map(({ id, level }) => ({ level, rate: (met[method][index]?.get(id) as number) / each })),
      ),
    ]),
  ) as Results['exposure']
  return { outcomes, exposure }
}

export type RetakePairs = Record<'staircase' | 'rescored' | 'further', (readonly [Level, Level])[]>

/** The levels of two attempts by the same takers in the base scenario, the second avoiding the items of the first. */
export function runRetakes(study: Study): RetakePairs {
  const pairs: RetakePairs = { staircase: [], rescored: [], further: [] }
  for (const sitting of sittings(study, BASE)) {
    const twice = (rule: LevelRule) => {
      const first = sit(rule, sitting)
      const seen = new Set(first.items.map(({ id }) => id))
      return [first.verdict, sit(rule, sitting, 1, seen).verdict] as const
    }
    const [first, second] = twice('staircase')
    pairs.staircase.push([first.level, second.level])
    pairs.rescored.push([first.estimate.level, second.estimate.level])
    const [routed, again] = twice('estimate')
    pairs.further.push([routed.level, again.level])
  }
  return pairs
}

/** The levels given to people who know nothing and click at random. */
export function runClickers(study: Study): Record<'staircase' | 'rescored', Level[]> {
  const levels: Record<'staircase' | 'rescored', Level[]> = { staircase: [], rescored: [] }
  for (const sitting of sittings(study, BASE)) {
    const { verdict } = sit('staircase', { ...sitting, taker: makeClicker(sitting.taker.number) })
    levels.staircase.push(verdict.level)
    levels.rescored.push(verdict.estimate.level)
  }
  return levels
}
