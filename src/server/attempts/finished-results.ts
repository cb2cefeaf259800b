import type { FinishedResult } from '#contract/results.ts'
import { LEVELS } from '#quiz/constants.ts'
import type { GradedAnswer } from '#quiz/score.ts'
import type { Database } from '../db/schema.ts'
import { findAnswers, type ResultRow } from '../db/tables/results.ts'

function summarize(answers: readonly GradedAnswer[]): FinishedResult['answers'] {
  const count = (part: readonly GradedAnswer[]) => ({
    asked: part.length,
    right: part.filter(({ isCorrect }) => isCorrect).length,
  })
  const byLevel = Map.groupBy(answers, ({ level }) => level)
  return {
    ...count(answers),
    unknown: answers.filter(({ choice }) => choice?.length === 0).length,
    by_level: LEVELS.flatMap((level) => {
      const part = byLevel.get(level)
      return part ? [{ level, ...count(part) }] : []
    }),
  }
}

/** Finished tests as other systems get them. */
export async function describeResults(db: Database, rows: readonly ResultRow[]): Promise<FinishedResult[]> {
  const ids = rows.map(({ assessment_id }) => assessment_id)
  const answers = await findAnswers(db, ids)
  return rows.map(({ user_id, assessment_id, language, level, percentile, finished_at, ...row }) => ({
    user_id,
    assessment_id,
    language,
    level,
    range: { lowest: row.band_lowest, highest: row.band_highest },
    than: percentile,
    finished_at: finished_at.toISOString(),
    answers: summarize(answers.get(assessment_id) ?? []),
  }))
}
