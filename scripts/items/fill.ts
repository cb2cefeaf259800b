import { sql } from 'kysely'
import { LANGUAGES } from '#quiz/languages.ts'
import { type Banks, itemVersion } from '#server/banks/banks.ts'
import type { Database } from '#server/db/schema.ts'
import { attemptOf, type DefectiveBank, plantDefects } from '../simulate/defects.ts'

const SEED = 7
const AT_ONCE = 200
const idOf = (number: number) => `018f0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

function rowsOf(bank: DefectiveBank, number: number) {
  const { language, interfaceLanguage, answers } = attemptOf(bank, number)
  const assessment = { id: idOf(number), visitor: `v${number}`, language, interface_language: interfaceLanguage }
  const versions = new Map(bank.items.map((item) => [item.id, itemVersion(item)]))
  const items = answers.map((answer, index) => ({
    assessment_id: assessment.id,
    position: index + 1,
    item_id: answer.id,
    item_version: versions.get(answer.id),
    level: answer.level,
    correct: answer.key,
    options: answer.options,
    choice: answer.choice,
    is_correct: answer.response === 'right',
    elapsed_ms: answer.elapsedMs,
  }))
  return { assessment, items }
}

/**
 * Stores the finished first attempts of as many simulated visitors, fifteen answers each, on banks with planted defects.
 * @param onProgress gets the share that is done, 0 to 1
 */
export async function fillWithVisitors(
  db: Database,
  banks: Banks,
  visitors: number,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const planted = LANGUAGES.map((language, index) => plantDefects(banks[language], language, SEED, index))
  for (let start = 0; start < visitors; start += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, visitors - start) }, (_, index) =>
      rowsOf(planted[(start + index) % planted.length] as DefectiveBank, start + index),
    )
    await sql`insert into assessments (id, visitor, flow_id, language, interface_language, finished_at, level, than)
      select id, visitor, 'f', language, interface_language, now(), 'B1', 50
      from jsonb_to_recordset(${JSON.stringify(rows.map(({ assessment }) => assessment))}::jsonb)
        as given (id uuid, visitor text, language text, interface_language text)`.execute(db)
    await sql`insert into assessment_items (assessment_id, position, item_id, item_version, level, question, image, correct, options,
        choice, is_correct, elapsed_ms, answered_at)
      select assessment_id, position, item_id, item_version, level, '', '', correct, options, choice, is_correct, elapsed_ms, now()
      from jsonb_to_recordset(${JSON.stringify(rows.flatMap(({ items }) => items))}::jsonb)
        as given (assessment_id uuid, position smallint, item_id integer, item_version text, level text, correct jsonb, options jsonb,
          choice jsonb, is_correct boolean, elapsed_ms integer)`.execute(db)
    onProgress((start + rows.length) / visitors)
  }
}
