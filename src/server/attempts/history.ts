import type { AccountData } from '#contract/account.ts'
import type { Estimate } from '#quiz/estimate.ts'
import { changeBetween } from '#quiz/estimate.ts'
import type { HistoryRow } from '../db/account.ts'
import type { AnswerRow } from '../db/assessments.ts'
import { estimateOf, toEstimateReply } from './review.ts'

/** What a result of the history says beyond its level. */
export type Measured = Pick<AccountData['assessments'][number], 'estimate' | 'change'>

/**
 * The estimates of results, each with the change since the result before in the same language.
 * @param history newest first
 */
export function measureHistory(history: readonly HistoryRow[], answers: readonly AnswerRow[]): Map<string, Measured> {
  const answersOf = Map.groupBy(answers, (answer) => answer.assessment_id)
  const last = new Map<string, Estimate>()
  const measured = new Map<string, Measured>()
  for (const { assessment_id, language } of history.toReversed()) {
    const estimate = estimateOf(answersOf.get(assessment_id) ?? [])
    const before = last.get(language)
    measured.set(assessment_id, {
      estimate: toEstimateReply(estimate),
      change: before ? changeBetween(before, estimate) : null,
    })
    last.set(language, estimate)
  }
  return measured
}
