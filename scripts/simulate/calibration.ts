import { estimateDifficulties, type ItemResponse } from '#quiz/difficulty.ts'
import { estimateAbility } from '#quiz/estimate.ts'
import { nominalParameters } from '#quiz/response-model.ts'
import type { Attempt } from './deliver.ts'
import type { Outcome } from './measures.ts'
import { MISFIT, makeTaker, trueParameters } from './scenario.ts'
import { type Study, sit } from './study.ts'

/** Numbers of the takers whose answers calibrate, far from those who are scored. */
const TRAFFIC_FROM = 10_000_000

export type Calibrated = { nominal: Outcome[]; calibrated: Outcome[] }

const responsesOf = ({ items, answers }: Attempt): ItemResponse[] =>
  answers.map(({ response }, index) => ({ item: String(items[index]?.id), response }))

/**
 * The staircase's answers on misfitting banks, estimated with nominal difficulties and with those found from the answers of `traffic`
 * other takers of each bank.
 */
export function runCalibration({ banks, takers, seed, onTaker }: Study, traffic: number): Calibrated {
  const result: Calibrated = { nominal: [], calibrated: [] }
  const each = Math.floor(takers / banks.length)
  for (const [bankIndex, bank] of banks.entries()) {
    const truth = trueParameters(bank, MISFIT, seed, bankIndex)
    const nominal = new Map(bank.map(({ id, level }) => [String(id), nominalParameters(level)]))
    const nominalOf = (item: string) => nominal.get(item) ?? nominalParameters('B1')
    const take = (number: number) => sit('staircase', { taker: makeTaker(number, MISFIT, seed), bank, truth, seed })
    const others = Array.from({ length: traffic }, (_, index) => TRAFFIC_FROM + bankIndex * traffic + index)
    const difficulties = estimateDifficulties(
      others.map((number) => responsesOf(take(number))),
      nominalOf,
    )
    for (let index = 0; index < each; index++) {
      const taker = makeTaker(bankIndex * each + index, MISFIT, seed)
      const attempt = take(taker.number)
      const fitted = estimateAbility(
        responsesOf(attempt).map(({ item, response }) => ({
          response,
          parameters: { ...nominalOf(item), ...difficulties.get(item) },
        })),
      )
      const { estimate } = attempt.verdict
      const common = { truth: taker.level, questions: attempt.answers.length }
      result.nominal.push({ ...common, level: estimate.level, estimate })
      result.calibrated.push({ ...common, level: fitted.level, estimate: fitted })
      onTaker()
    }
  }
  return result
}
