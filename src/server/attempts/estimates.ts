import type { AccountData } from '#contract/account.ts'
import type { EstimateReply } from '#contract/review.ts'
import type { Level } from '#quiz/constants.ts'
import { bandWith, changeBetween, type Estimate, estimateAbility } from '#quiz/estimate.ts'
import { type GradedAnswer, scoreAnswer } from '#quiz/score.ts'
import type { Database } from '../db/schema.ts'
import { findAnswers, type HistoryRow, keepBands } from '../db/tables/results.ts'

/** The estimate from the answers, using the item parameters in force when each question was asked. */
export function estimateOf(answers: readonly GradedAnswer[]): Estimate {
  return estimateAbility(answers.map(scoreAnswer))
}

/** How certain a result is. The range always includes its level, so the two never contradict each other. */
export function toEstimateReply({ theta, standardError, band }: Estimate, result: Level): EstimateReply {
  const [lowest, highest] = bandWith(band, result)
  return { theta, standard_error: standardError, band: { lowest, highest } }
}

type Result = Pick<HistoryRow, 'assessment_id' | 'level'>

/** The estimates of attempts, from all their answers. Their ranges are kept with the results. */
async function estimateAll(db: Database, results: readonly Result[]): Promise<Map<string, EstimateReply>> {
  const answers = await findAnswers(
    db,
    results.map(({ assessment_id: id }) => id),
  )
  const estimates = new Map(
    results.map(({ assessment_id: id, level }) => [id, toEstimateReply(estimateOf(answers.get(id) ?? []), level)]),
  )
  await keepBands(
    db,
    [...estimates].map(([id, { band }]) => ({ id, ...band })),
  )
  return estimates
}

/** The range of each result; computed for the first page that shows it and kept. */
export async function findBands(
  db: Database,
  rows: readonly (Result & Pick<HistoryRow, 'band_lowest' | 'band_highest'>)[],
): Promise<Map<string, EstimateReply['band']>> {
  const bands = new Map(
    rows.flatMap(({ assessment_id, band_lowest: lowest, band_highest: highest }) =>
      lowest && highest ? [[assessment_id, { lowest, highest }] as const] : [],
    ),
  )
  const without = rows.filter(({ assessment_id: id }) => !bands.has(id))
  for (const [id, { band }] of await estimateAll(db, without)) bands.set(id, band)
  return bands
}

/** The history's data about a result besides its level. */
export type Measurement = Pick<AccountData['assessments'][number], 'estimate' | 'change'>

function storedEstimate({ theta, standard_error, band_lowest, band_highest }: HistoryRow): EstimateReply | undefined {
  if (theta === null || standard_error === null || band_lowest === null || band_highest === null) return undefined
  return { theta, standard_error, band: { lowest: band_lowest, highest: band_highest } }
}

function changeSince(
  { previous_theta, previous_error }: HistoryRow,
  { theta, standard_error }: EstimateReply,
): Measurement['change'] {
  if (previous_theta === null || previous_error === null) return null
  const before = { theta: previous_theta, standardError: previous_error }
  return changeBetween(before, { theta, standardError: standard_error })
}

/** The estimates of results, each with the change since the previous result in the same language. */
export async function measureHistory(db: Database, history: readonly HistoryRow[]): Promise<Map<string, Measurement>> {
  const estimates = await estimateAll(
    db,
    history.filter((row) => !storedEstimate(row)),
  )
  return new Map(
    history.map((row) => {
      const estimate = storedEstimate(row) ?? (estimates.get(row.assessment_id) as EstimateReply)
      return [row.assessment_id, { estimate, change: changeSince(row, estimate) }]
    }),
  )
}
