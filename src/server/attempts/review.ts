import type { AccountData } from '#contract/account.ts'
import type { Locale } from '#contract/locales.ts'
import type { EstimateReply, Review } from '#contract/review.ts'
import { type ScoredRow, scoreAnswer } from '#quiz/attempt.ts'
import type { Item } from '#quiz/bank.ts'
import { changeBetween, type Estimate, estimateAbility, levelOf } from '#quiz/estimate.ts'
import { type AreaAnswer, areaOf, type Subscore, subscores } from '#quiz/subscores.ts'
import type { Banks } from '../banks/banks.ts'
import { type HistoryRow, keepBands } from '../db/account.ts'
import { type FinishedAssessment, findAnswers, type ReviewedRow } from '../db/assessments.ts'
import type { ItemReportRow } from '../db/items.ts'
import type { Database } from '../db/schema.ts'
import { toReviewedItem } from './reviewed-item.ts'

/** The estimate from the answers, using the item parameters in force when each question was asked. */
function estimateOf(items: readonly ScoredRow[]): Estimate {
  return estimateAbility(items.map(scoreAnswer))
}

function toEstimateReply({ theta, standardError, level, band }: Estimate): EstimateReply {
  const [lowest, highest] = band
  return { theta, standard_error: standardError, level, band: { lowest, highest } }
}

/** The item as it is in today's bank. An id never changes level or point; the rest may have been corrected. */
function itemOf(banks: Banks, { language }: FinishedAssessment, asked: ReviewedRow): Item | undefined {
  return banks[language].find(({ id }) => id === asked.item_id)
}

function toSubscore({ asked, right, estimate }: Subscore) {
  return { asked, right, band: toEstimateReply(estimate).band }
}

/**
 * Everything the owner may see of a finished assessment.
 * @param previous the previous result in the same language, if any
 * @param reports what the account has reported so far
 */
export function toReview(
  banks: Banks,
  assessment: FinishedAssessment,
  previous: FinishedAssessment | undefined,
  reports: readonly ItemReportRow[],
  locale: Locale,
): Review {
  const { id, language, level, finished_at, items } = assessment
  const asked = items.map((each) => ({ each, item: itemOf(banks, assessment, each) }))
  const estimate = estimateOf(items)
  const reportOf = ({ item_id, item_version }: ReviewedRow) =>
    reports.find((row) => row.language === language && row.item_id === item_id && row.item_version === item_version)
  const apart = subscores(
    asked.map(
      ({ each, item }): AreaAnswer => ({
        ...scoreAnswer(each),
        area: areaOf({ image: each.image, point: item?.point ?? '' }),
      }),
    ),
  )
  return {
    assessment_id: id,
    language,
    level,
    finished_at: finished_at.toISOString(),
    estimate: toEstimateReply(estimate),
    probabilities: estimate.probabilities,
    subscores: apart && {
      vocabulary: toSubscore(apart.vocabulary),
      grammar: toSubscore(apart.grammar),
      vocabulary_is: apart.vocabularyIs,
    },
    previous: previous
      ? {
          level: previous.level,
          finished_at: previous.finished_at.toISOString(),
          change: changeBetween(estimateOf(previous.items), estimate),
        }
      : null,
    asked: asked.length,
    items: asked.map(({ each, item }) => toReviewedItem(assessment, each, item, reportOf(each), locale)),
  }
}

/** The estimates of assessments. One costs a third of a millisecond; its range is kept with the result. */
async function estimateAll(db: Database, ids: readonly string[]): Promise<Map<string, EstimateReply>> {
  const answers = Map.groupBy(await findAnswers(db, ids), ({ assessment_id }) => assessment_id)
  const computed = new Map(ids.map((id) => [id, toEstimateReply(estimateOf(answers.get(id) ?? []))]))
  await keepBands(
    db,
    [...computed].map(([id, { band }]) => ({ id, ...band })),
  )
  return computed
}

/** The range of all answers to each assessment; computed for the first page that shows it and kept. */
export async function findBands(
  db: Database,
  rows: readonly Pick<HistoryRow, 'assessment_id' | 'band_lowest' | 'band_highest'>[],
): Promise<Map<string, EstimateReply['band']>> {
  const kept = rows.flatMap(({ assessment_id, band_lowest: lowest, band_highest: highest }) =>
    lowest && highest ? [[assessment_id, { lowest, highest }] as const] : [],
  )
  const bands = new Map(kept)
  const missing = rows.map(({ assessment_id }) => assessment_id).filter((id) => !bands.has(id))
  for (const [id, { band }] of await estimateAll(db, missing)) bands.set(id, band)
  return bands
}

/** What the history shows of a result besides its level. */
export type Measured = Pick<AccountData['assessments'][number], 'estimate' | 'change'>

function keptEstimate({ theta, standard_error, band_lowest, band_highest }: HistoryRow): EstimateReply | undefined {
  if (theta === null || standard_error === null || band_lowest === null || band_highest === null) return undefined
  return { theta, standard_error, level: levelOf(theta), band: { lowest: band_lowest, highest: band_highest } }
}

function changeSince(
  { previous_theta, previous_error }: HistoryRow,
  { theta, standard_error }: EstimateReply,
): Measured['change'] {
  if (previous_theta === null || previous_error === null) return null
  const before = { theta: previous_theta, standardError: previous_error }
  return changeBetween(before, { theta, standardError: standard_error })
}

/** The estimates of results, each with the change since the previous result in the same language. */
export async function measureHistory(db: Database, history: readonly HistoryRow[]): Promise<Map<string, Measured>> {
  const unmeasured = history.filter((row) => !keptEstimate(row)).map(({ assessment_id }) => assessment_id)
  const computed = await estimateAll(db, unmeasured)
  return new Map(
    history.map((row) => {
      const estimate = keptEstimate(row) ?? (computed.get(row.assessment_id) as EstimateReply)
      return [row.assessment_id, { estimate, change: changeSince(row, estimate) }]
    }),
  )
}
