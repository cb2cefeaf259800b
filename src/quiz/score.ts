import type { AskedItem } from './draw.ts'
import { nominalParameters, type Response, type ScoredAnswer } from './estimate.ts'

/** An answer with its question's parameters in force when it was asked; without them, the nominal ones count. */
export type GradedAnswer = Pick<AskedItem, 'level'> & {
  difficulty?: number | null
  discrimination?: number | null
  /** Null, as the outcome: not answered. */
  choice: readonly string[] | null
  isCorrect: boolean | null
}

/** The empty choice is "I don't know". */
export function responseOf({ choice, isCorrect }: Pick<GradedAnswer, 'choice' | 'isCorrect'>): Response {
  if (isCorrect) return 'right'
  return choice?.length === 0 ? 'unknown' : 'wrong'
}

/** An answer as the estimate reads it. */
export function scoreAnswer(answer: GradedAnswer): ScoredAnswer {
  const { level, difficulty, discrimination } = answer
  const isCalibrated = typeof difficulty === 'number' && typeof discrimination === 'number'
  return {
    response: responseOf(answer),
    parameters: isCalibrated ? { difficulty, discrimination } : nominalParameters(level),
  }
}
