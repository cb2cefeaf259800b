import { createHmac } from 'node:crypto'
import { responseOf } from '#quiz/score.ts'
import type { ExportedAttempt } from '#server/db/tables/exported-attempts.ts'
import type { CsvRow } from './csv.ts'

/**
 * The rows of a finished attempt, one per answer; docs/research.md documents the columns.
 * @param assessment its number in the file
 * @param key derives the pseudonyms; discarded after the export, so nobody can reverse them
 */
export function answerRows(finished: ExportedAttempt, assessment: number, key: string): CsvRow[] {
  const { owner, isFirst, finishedAt, language, interfaceLanguage, level, theta, answers } = finished
  const person = createHmac('sha256', key).update(owner).digest('hex').slice(0, 12)
  return answers.map((answer, index) => ({
    person,
    assessment,
    first: isFirst,
    month: finishedAt.toISOString().slice(0, 7),
    language,
    interface_language: interfaceLanguage,
    level,
    theta: Math.round(100 * theta) / 100,
    position: index + 1,
    item: answer.id,
    item_version: answer.version,
    item_level: answer.level,
    response: responseOf(answer),
    choice: answer.choice,
    seconds: answer.elapsedMs === null ? null : Math.round(answer.elapsedMs / 100) / 10,
  }))
}
