import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from './schema.ts'

/** An answered item of a first attempt. */
type FirstAnswer = Pick<
  Selectable<Tables['assessment_items']>,
  | 'assessment_id'
  | 'item_id'
  | 'item_version'
  | 'level'
  | 'correct'
  | 'options'
  | 'choice'
  | 'is_correct'
  | 'elapsed_ms'
>

/** A finished assessment of somebody who had met no item of the language before. */
export type FirstAttempt = Pick<Selectable<Tables['assessments']>, 'id' | 'language' | 'interface_language'> & {
  answers: FirstAnswer[]
}

const PAGE = 500

function finishedFirst(db: Database, until: Date) {
  return db.selectFrom('assessments').where('finished_at', '<=', until).where('seen', '=', sql<never>`'[]'::jsonb`)
}

/** How many first attempts were finished by then. */
export async function countFirstAttempts(db: Database, until: Date): Promise<number> {
  const { count } = await finishedFirst(db, until)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * All first attempts that were finished by then, in the order of their beginning, which is that of their ids. Read in pages by primary key,
 * so that memory stays flat and no statement is long, on either database.
 */
export async function* firstAttempts(db: Database, until: Date): AsyncGenerator<FirstAttempt> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await finishedFirst(db, until)
      .select(['id', 'language', 'interface_language'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const last = page.at(-1)
    if (!last) return
    const answers = await db
      .selectFrom('assessment_items')
      .select([
        'assessment_id',
        'item_id',
        'item_version',
        'level',
        'correct',
        'options',
        'choice',
        'is_correct',
        'elapsed_ms',
      ])
      .where(
        'assessment_id',
        'in',
        page.map(({ id }) => id),
      )
      .where('choice', 'is not', null)
      .orderBy('assessment_id')
      .orderBy('position')
      .execute()
    const byAttempt = Map.groupBy(answers, ({ assessment_id }) => assessment_id)
    for (const attempt of page) yield { ...attempt, answers: byAttempt.get(attempt.id) ?? [] }
    after = last.id
  }
}
