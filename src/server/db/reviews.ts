import type { Selectable } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { AskedItem } from './assessments.ts'
import type { Database, Tables } from './schema.ts'

/** A finished assessment of an account, with its questions and answers in order. */
export type FinishedAssessment = {
  id: string
  language: Language
  level: Level
  finished_at: Date
  items: AskedItem[]
}

type Row = Omit<FinishedAssessment, 'items'>

/** What the estimate is made from. */
export type AnswerRow = Pick<
  Selectable<Tables['assessment_items']>,
  'assessment_id' | 'level' | 'choice' | 'is_correct' | 'difficulty' | 'discrimination'
>

function finishedOf(db: Database, userId: number) {
  return db
    .selectFrom('assessments')
    .select(['id', 'language', 'level', 'finished_at'])
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .$narrowType<Row>()
}

async function withItems(db: Database, row: Row): Promise<FinishedAssessment> {
  const items = await db
    .selectFrom('assessment_items')
    .selectAll()
    .where('assessment_id', '=', row.id)
    .orderBy('position')
    .execute()
  return { ...row, items }
}

/** Only the account's own, and only when it is finished: anything else is the same as none. */
export async function findOwnFinished(
  db: Database,
  userId: number,
  id: string,
): Promise<FinishedAssessment | undefined> {
  const row = await finishedOf(db, userId).where('id', '=', id).executeTakeFirst()
  return row && withItems(db, row)
}

/** The account's result before this one in the same language. */
export async function findPrevious(
  db: Database,
  userId: number,
  { language, finished_at }: FinishedAssessment,
): Promise<FinishedAssessment | undefined> {
  const row = await finishedOf(db, userId)
    .where('language', '=', language)
    .where('finished_at', '<', finished_at)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && withItems(db, row)
}

/** The answers of all finished assessments of the account. */
export async function findFinishedAnswers(db: Database, userId: number): Promise<AnswerRow[]> {
  return db
    .selectFrom('assessment_items')
    .innerJoin('assessments', 'assessments.id', 'assessment_id')
    .select(['assessment_id', 'assessment_items.level', 'choice', 'is_correct', 'difficulty', 'discrimination'])
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .execute()
}
