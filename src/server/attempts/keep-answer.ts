import { isCorrectChoice } from '#quiz/bank.ts'
import type { Owner } from '../db/assessments.ts'
import { type AskedItem, recordAnswer, type StoredAssessment } from '../db/assessments.ts'
import { insertEvents } from '../db/events.ts'
import type { Database } from '../db/schema.ts'

export type NewAnswer = {
  id: string
  position: number
  choice: readonly string[]
  elapsedMs: number | undefined
  /** Whether it also becomes an analytics event: the visitor's consent. */
  isNoted: boolean
}

function answerEvent(stored: StoredAssessment, asked: AskedItem, isCorrect: boolean, choice: readonly string[]) {
  return {
    name: 'answer_question',
    occurredAt: new Date(),
    interfaceLanguage: stored.interface_language,
    properties: {
      flow_id: stored.flow_id,
      assessment_id: stored.id,
      language: stored.language,
      position: asked.position,
      question_id: asked.item_id,
      is_correct: isCorrect,
      is_unknown: choice.length === 0,
    },
  }
}

/**
 * Writes an answer to its question.
 * @returns the assessment's questions with the answer in them
 */
export async function keepAnswer(
  trx: Database,
  { visitor }: Owner,
  { stored, asked }: { stored: StoredAssessment; asked: AskedItem },
  { choice, elapsedMs, isNoted }: NewAnswer,
): Promise<AskedItem[]> {
  const isCorrect = isCorrectChoice(choice, asked.correct)
  await recordAnswer(trx, asked, { choice, isCorrect, elapsedMs })
  if (isNoted) await insertEvents(trx, visitor ?? null, [answerEvent(stored, asked, isCorrect, choice)])
  return stored.items.map((item) => (item === asked ? { ...asked, choice: [...choice], is_correct: isCorrect } : item))
}
