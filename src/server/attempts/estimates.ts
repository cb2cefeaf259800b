import type { AccountData } from '#contract/account.ts'
import type { EstimateReply } from '#contract/review.ts'
import { changeBetween } from '#quiz/estimate.ts'
import type { HistoryRow, StoredEstimate } from '../db/tables/results.ts'

/** How certain a result is. */
export function toEstimate({ theta, standard_error, band_lowest, band_highest }: StoredEstimate): EstimateReply {
  return { theta, standard_error, band: { lowest: band_lowest, highest: band_highest } }
}

/** The history's data about a result, apart from its level. */
export type Measurement = Pick<AccountData['assessments'][number], 'estimate' | 'change'>

function changeSince(
  { previous_theta, previous_error }: HistoryRow,
  { theta, standard_error }: EstimateReply,
): Measurement['change'] {
  if (previous_theta === null || previous_error === null) return null
  const before = { theta: previous_theta, standardError: previous_error }
  return changeBetween(before, { theta, standardError: standard_error })
}

/** The estimate of a result, with the change since the previous result in the same language. */
export function measurementOf(row: HistoryRow): Measurement {
  const estimate = toEstimate(row)
  return { estimate, change: changeSince(row, estimate) }
}
