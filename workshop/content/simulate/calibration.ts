import type { Calibrated } from '#quiz/analysis/calibrate.ts'
import { CYCLES, calibrateItems, type ItemResponse } from '#quiz/analysis/calibrate.ts'
import { estimateAbility, type ItemParameters, nominalParameters } from '#quiz/estimate.ts'
import type { Attempt } from './deliver.ts'
import type { Outcome } from './measures.ts'
import { MISFIT, makeTaker, trueParameters } from './scenario.ts'
import { type Study, sit } from './study.ts'

/** Numbers of the calibrating takers, far from those of the scored ones. */
const TRAFFIC_FROM = 10_000_000

export type Compared = Record<'nominal' | 'calibrated' | 'known', Outcome[]>

const responsesOf = ({ items, answers }: Attempt): ItemResponse[] =>
  answers.map(({ response }, index) => ({ item: String(items[index]?.id), response }))

/** The item parameters calibrated from some attempts. */
export function calibrated(
  attempts: readonly (readonly ItemResponse[])[],
  nominal: (item: string) => ItemParameters,
): ReadonlyMap<string, Calibrated> {
  const { add, endCycle } = calibrateItems(nominal)
  let found: ReadonlyMap<string, Calibrated> = new Map()
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    attempts.forEach(add)
    found = endCycle()
  }
  return found
}

/**
 * The staircase's answers on misfitting banks, estimated with nominal difficulties, with those found from the answers
 * of `traffic` other takers of each bank, and with the true ones.
 */
export function runCalibration({ banks, takers, seed, onTaker }: Study, traffic: number): Compared {
  const result: Compared = { nominal: [], calibrated: [], known: [] }
  const each = Math.floor(takers / banks.length)
  for (const [bankIndex, bank] of banks.entries()) {
    const truth = trueParameters(bank, MISFIT, seed, bankIndex)
    const nominal = new Map(bank.map(({ id, level }) => [String(id), nominalParameters(level)]))
    const nominalOf = (item: string) => nominal.get(item) ?? nominalParameters('B1')
    const take = (number: number) => sit('staircase', { taker: makeTaker(number, MISFIT, seed), bank, truth, seed })
    const others = Array.from({ length: traffic }, (_, index) => TRAFFIC_FROM + bankIndex * traffic + index)
    const found = calibrated(
      others.map((number) => responsesOf(take(number))),
      nominalOf,
    )
    for (let index = 0; index < each; index++) {
      const taker = makeTaker(bankIndex * each + index, MISFIT, seed)
      const attempt = take(taker.number)
      const score = (difficultyOf: (item: string) => number | undefined): Outcome => {
        const answers = responsesOf(attempt).map(({ item, response }) => {
          const parameters = nominalOf(item)
          return { response, parameters: { ...parameters, difficulty: difficultyOf(item) ?? parameters.difficulty } }
        })
        const estimate = estimateAbility(answers)
        return { truth: taker.level, questions: answers.length, level: estimate.level, estimate }
      }
      result.nominal.push(score(() => undefined))
      result.calibrated.push(score((item) => found.get(item)?.difficulty))
      result.known.push(score((item) => truth.get(Number(item))?.difficulty))
      onTaker()
    }
  }
  return result
}
