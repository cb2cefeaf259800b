import type { Attempt, Question } from '#contract/attempts.ts'
import { QUESTIONS, ROUND_SIZE } from '#quiz/constants.ts'
import type { AskedItem } from '#quiz/draw.ts'
import type { ShownAttempt } from '../db/tables/attempt-rows.ts'

/**
 * A question's id within an attempt, derived only from the attempt's random part and the position, so it reveals
 * nothing about the item. The database stores the item's id in its bank.
 */
function questionId(attemptId: string, position: number): number {
  return Number.parseInt(attemptId.slice(-7), 16) + position
}

function toQuestion(attemptId: string, position: number, { question, image, options }: AskedItem): Question {
  const kind = image ? 'picture' : 'sentence'
  return { position, question_id: questionId(attemptId, position), kind, question, image, options }
}

/** The visitor's view of an attempt: the current round, without anything that identifies the right option. */
export function toAttempt(attempt: ShownAttempt): Attempt {
  const { id, flowId, language, answered, round, result } = attempt
  const first = Math.floor(answered / ROUND_SIZE) * ROUND_SIZE + 1
  return {
    id,
    flow_id: flowId,
    language,
    status: result ? 'finished' : 'open',
    total: QUESTIONS,
    answered,
    questions: result ? [] : round.map((item, index) => toQuestion(id, first + index, item)),
    result: result && { level: result.level, than: result.percentile },
  }
}
