import { posterior } from '../estimate.ts'
import type { ItemParameters, Response } from '../response-model.ts'
import { addAnswer, type Calibrated, type Expected, emptyExpected, fitItem } from './fit-item.ts'

/** One answer of one attempt; `item` names an item in one version. */
export type ItemResponse = { item: string; response: Response }

/** How often all attempts are read. */
export const CYCLES = 4

export type Calibration = {
  /** Counts one attempt of the present cycle. */
  add: (attempt: readonly ItemResponse[]) => void
  /** Closes a cycle: the items' new parameters, which the next cycle reads the attempts with. */
  endCycle: () => ReadonlyMap<string, Calibrated>
}

/**
 * Calibration over a stream of whole attempts, which is read in `CYCLES` cycles: expectation and maximisation over the takers' abilities and
 * guess rates (Bock & Aitkin 1981). What it keeps grows with the number of items alone. Items that nobody answered are not in the result.
 */
export function calibrateItems(nominal: (item: string) => ItemParameters): Calibration {
  let found: ReadonlyMap<string, Calibrated> = new Map()
  let expected = new Map<string, Expected>()
  const parametersOf = (item: string) => found.get(item) ?? nominal(item)
  return {
    add: (attempt) => {
      const weights = posterior(attempt.map(({ item, response }) => ({ response, parameters: parametersOf(item) })))
      for (const { item, response } of attempt) {
        const counts = expected.get(item) ?? emptyExpected()
        expected.set(item, counts)
        addAnswer(counts, response, weights, parametersOf(item))
      }
    },
    endCycle: () => {
      found = new Map([...expected].map(([item, counts]) => [item, fitItem(counts, nominal(item))]))
      expected = new Map()
      return found
    },
  }
}
