import type { ScoredAnswer } from '#quiz/estimate.ts'
import { nominalParameters } from '#quiz/response-model.ts'
import type { AskedItem } from './db/assessments.ts'

/** Stored with every estimate. Changes whenever the same answers could give another one: with the model, and with where items' parameters come from. */
export const SCORER_VERSION = 'nominal-1'

/** An answered item as evidence of ability. */
export function scoreAnswer({
  level,
  choice,
  is_correct,
}: Pick<AskedItem, 'level' | 'choice' | 'is_correct'>): ScoredAnswer {
  const missed = choice?.length === 0 ? 'unknown' : 'wrong'
  return { response: is_correct ? 'right' : missed, parameters: nominalParameters(level) }
}
