import type { ScoredAnswer } from '#quiz/estimate.ts'
import { nominalParameters, type Response } from '#quiz/estimate.ts'
import type { AskedItem } from '../db/assessments.ts'

/** What of an answered item the estimate is made from. */
export type ScoredRow = Pick<AskedItem, 'level' | 'choice' | 'is_correct' | 'difficulty' | 'discrimination'>

/** How a stored answer counts as evidence; the empty choice is "I don't know". */
export function responseOf({ choice, is_correct }: Pick<AskedItem, 'choice' | 'is_correct'>): Response {
  if (is_correct) return 'right'
  return choice?.length === 0 ? 'unknown' : 'wrong'
}

/** An answered item as evidence of ability, with the parameters that it was asked with: a later calibration changes no old result. */
export function scoreAnswer(row: ScoredRow): ScoredAnswer {
  const { level, difficulty, discrimination } = row
  const isCalibrated = difficulty !== null && discrimination !== null
  return {
    response: responseOf(row),
    parameters: isCalibrated ? { difficulty, discrimination } : nominalParameters(level),
  }
}
