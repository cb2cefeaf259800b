import type { AskedItem } from './draw.ts'
import { levelCenter, type Response, type ScoredAnswer } from './estimate.ts'

/** An answer with its question's difficulty when it was asked; without one, its level's counts. */
export type GradedAnswer = Pick<AskedItem, 'level'> & {
  difficulty?: number | null
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
  return { response: responseOf(answer), difficulty: answer.difficulty ?? levelCenter(answer.level) }
}
