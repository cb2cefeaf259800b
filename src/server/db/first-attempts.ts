import { type Selectable, sql } from 'kysely'
import type { AskedItem } from '#quiz/attempt.ts'
import type { Database, Tables } from './schema.ts'

/** An answered item of a first attempt. */
type FirstAnswer = Pick<AskedItem, 'item_id' | 'item_version' | 'level' | 'correct' | 'options'> & {
  choice: string[]
  is_correct: boolean
  elapsed_ms: number | null
}

/** A finished assessment of somebody who had not been asked any item of the language before. */
export type FirstAttempt = Pick<Selectable<Tables['assessments']>, 'id' | 'language' | 'interface_language'> & {
  answers: FirstAnswer[]
}

const PAGE = 500

function finishedFirst(db: Database, until: Date) {
  return db.selectFrom('assessments').where('finished_at', '<=', until).where('seen', '=', sql<never>`'[]'::jsonb`)
}

/** How many first attempts had finished by then. */
export async function countFirstAttempts(db: Database, until: Date): Promise<number> {
  const { count } = await finishedFirst(db, until)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * All first attempts finished by then, in the order they started (the order of their ids). Read in pages by primary key, so memory stays flat and no
 * statement runs long, on either database.
 */
export async function* firstAttempts(db: Database, until: Date): AsyncGenerator<FirstAttempt> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await finishedFirst(db, until)
      .select(['id', 'language', 'interface_language', 'earlier', 'round', 'choices', 'is_correct', 'elapsed_ms'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const last = page.at(-1)
    if (!last) return
    for (const { earlier, round, choices, is_correct, elapsed_ms, ...attempt } of page) {
      const asked = [...earlier, ...round].slice(0, choices.length)
      const answers = asked.map((item, index) => ({
        ...item,
        choice: choices[index] as string[],
        is_correct: is_correct[index] as boolean,
        elapsed_ms: elapsed_ms[index] as number | null,
      }))
      yield { ...attempt, answers }
    }
    after = last.id
  }
}
