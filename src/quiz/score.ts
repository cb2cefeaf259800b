import type { AskedItem } from './draw.ts'
import { levelCenter, type Response, type ScoredAnswer } from './estimate.ts'

/** An answer with its question's difficulty when asked; without one, the level's difficulty counts. */
export type GradedAnswer = Pick<AskedItem, 'level'> & {
  difficulty?: number | null
  /** Null, like the outcome, if unanswered. */
  choice: readonly string[] | null
  isCorrect: boolean | null
}

/** The empty choice means "I don't know". */
export function responseOf({ choice, isCorrect }: Pick<GradedAnswer, 'choice' | 'isCorrect'>): Response {
  if (isCorrect) return 'right'
  return choice?.length === 0 ? 'unknown' : 'wrong'
}

/** Converts an answer for the estimate. */
export function scoreAnswer(answer: GradedAnswer): ScoredAnswer {
  return { response: responseOf(answer), difficulty: answer.difficulty ?? levelCenter(answer.level) }
}
