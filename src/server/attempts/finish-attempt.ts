import type { Step } from '#quiz/attempt.ts'
import { observedPercentile, type PercentileSource } from '#quiz/percentile.ts'
import type { Calibration } from '../banks/calibration.ts'
import { recordResult, type StoredAssessment, type StoredResult } from '../db/assessments.ts'
import { countResult, observedResults, type Reached } from '../db/result-counts.ts'
import type { Database } from '../db/schema.ts'

/** The percentage of a result, and on how many other results it rests: null where it is the one drawn. */
async function toPercentage(
  db: Database,
  source: PercentileSource,
  reached: Reached,
  drawn: number,
): Promise<Pick<StoredResult, 'than' | 'than_of'>> {
  if (source === 'specification') return { than: drawn, than_of: null }
  const observed = await observedResults(db, reached)
  const than = observedPercentile(observed)
  return than === undefined ? { than: drawn, than_of: null } : { than, than_of: observed.finished }
}

/** Records what an attempt has come to and counts it among the others. The last step of a transaction: see `countResult`. */
export async function finishAttempt(
  trx: Database,
  { id, language }: Pick<StoredAssessment, 'id' | 'language'>,
  { level, percentile, estimate }: Extract<Step, { kind: 'finished' }>,
  { percentileSource, calibration }: { percentileSource: PercentileSource; calibration: Calibration },
): Promise<StoredResult> {
  const { theta, standardError: standard_error } = estimate
  const reached = { language, level, theta }
  const percentage = await toPercentage(trx, percentileSource, reached, percentile)
  const result = { level, ...percentage, theta, standard_error, scorer_version: calibration.scorerVersion }
  await recordResult(trx, id, result)
  await countResult(trx, reached)
  return result
}
