import { sql } from 'kysely'
import type { AskedItem } from '#quiz/draw.ts'
import type { Language } from '#quiz/languages.ts'
import type { Database } from '../schema.ts'
import { toItem } from './attempt-rows.ts'

/** An item of a first attempt with its answer. */
type FirstAnswer = AskedItem & { choice: string[]; isCorrect: boolean; elapsedMs: number | null }

/** A finished attempt of somebody who had not been asked any item of the language before. */
export type FirstAttempt = { id: string; language: Language; interfaceLanguage: string; answers: FirstAnswer[] }

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
 * All first attempts finished by then, in the order they started (the order of their ids). Read in pages by primary
 * key, so memory stays flat and no statement runs long, on either database.
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
    for (const { id, language, interface_language, earlier, round, choices, is_correct, elapsed_ms } of page) {
      const asked = [...earlier, ...round].slice(0, choices.length)
      const answers = asked.map((item, index) => ({
        ...toItem(item),
        choice: choices[index] as string[],
        isCorrect: is_correct[index] as boolean,
        elapsedMs: elapsed_ms[index] as number | null,
      }))
      yield { id, language, interfaceLanguage: interface_language, answers }
    }
    after = last.id
  }
}
