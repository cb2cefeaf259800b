import { sql } from 'kysely'
import { LANGUAGES } from '#quiz/languages.ts'
import { ROUND_SIZE } from '#quiz/test-plan.ts'
import { type Banks, itemVersion } from '#server/banks/banks.ts'
import type { Database } from '#server/db/schema.ts'
import { attemptOf, type DefectiveBank, plantDefects } from './defects.ts'

const SEED = 7
const AT_ONCE = 200
const idOf = (number: number) => `018f0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

function rowOf(bank: DefectiveBank, number: number) {
  const { language, interfaceLanguage, answers } = attemptOf(bank, number)
  const versions = new Map(bank.items.map((item) => [item.id, itemVersion(item)]))
  const asked = answers.map(({ id, level, key, options }) => ({
    ...{ item_id: id, item_version: versions.get(id), level, correct: key, options },
    // As long as the banks' own texts.
    ...{ question: 'He suggested that we ____ the bus to the museum this weekend.', image: '' },
  }))
  return {
    ...{ id: idOf(number), visitor: `v${number}`, language, interface_language: interfaceLanguage },
    earlier: asked.slice(0, -ROUND_SIZE),
    round: asked.slice(-ROUND_SIZE),
    answered: answers.length,
    choices: answers.map(({ choice }) => choice),
    is_correct: answers.map(({ response }) => response === 'right'),
    elapsed_ms: answers.map(({ elapsedMs }) => elapsedMs),
  }
}

/**
 * Stores the finished first attempts of that many simulated visitors on banks with planted defects.
 * @param onProgress receives the share done, 0 to 1
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
      rowOf(planted[(start + index) % planted.length] as DefectiveBank, start + index),
    )
    await sql`insert into assessments (id, visitor, flow_id, language, interface_language, finished_at, level, than, earlier, round,
        answered, choices, is_correct, elapsed_ms, answered_at)
      select id, visitor, 'f', language, interface_language, now(), 'B1', 50, earlier, round,
        answered, choices, is_correct, elapsed_ms, array_fill(now(), array[answered])
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (id uuid, visitor text, language text, interface_language text, earlier jsonb, round jsonb,
          answered integer, choices jsonb, is_correct boolean[], elapsed_ms integer[])`.execute(db)
    onProgress((start + rows.length) / visitors)
  }
}
