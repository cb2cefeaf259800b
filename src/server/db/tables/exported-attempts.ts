import type { Level } from '#quiz/constants.ts'
import type { AskedItem } from '#quiz/draw.ts'
import type { Language } from '#quiz/languages.ts'
import type { Database } from '../schema.ts'

/** An item of an attempt with its answer. */
type Answered = AskedItem & { choice: string[]; isCorrect: boolean; elapsedMs: number | null }

/** A finished attempt as the export of answers reads it. */
export type ExportedAttempt = {
  /** The account, or a signed-out visitor's browser. */
  owner: string
  language: Language
  interfaceLanguage: string
  /** The first attempt in the language by this owner. */
  isFirst: boolean
  finishedAt: Date
  level: Level
  theta: number
  answers: Answered[]
}

const PAGE = 500

/**
 * All finished attempts, in the order they started (the order of their ids). Read in pages by primary key, so memory
 * stays flat and no statement runs long, on either database.
 */
export async function* exportedAttempts(db: Database): AsyncGenerator<ExportedAttempt> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await db
      .selectFrom('assessments')
      .select(['id', 'visitor', 'user_id', 'language', 'interface_language', 'seen', 'finished_at'])
      .select(['level', 'theta', 'earlier', 'round', 'choices', 'is_correct', 'elapsed_ms'])
      .where('finished_at', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const last = page.at(-1)
    if (!last) return
    for (const row of page)
      yield {
        owner: row.user_id === null ? `visitor ${row.visitor}` : `account ${row.user_id}`,
        language: row.language,
        interfaceLanguage: row.interface_language,
        isFirst: row.seen.length === 0,
        finishedAt: row.finished_at as Date,
        level: row.level as Level,
        theta: row.theta as number,
        answers: [...row.earlier, ...row.round].slice(0, row.choices.length).map((item, index) => ({
          ...item,
          choice: row.choices[index] as string[],
          isCorrect: row.is_correct[index] as boolean,
          elapsedMs: row.elapsed_ms[index] as number | null,
        })),
      }
    after = last.id
  }
}
