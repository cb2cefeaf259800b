import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { Settings } from '../settings.ts'
import type { Database, Tables } from './schema.ts'

/**
 * Whose assessments a request may see: the account's once claimed, the visitor's until then (docs/decisions/008). `onlyOpen`: proven by an
 * attempt's own cookie, which shows nothing that is finished.
 */
export type Owner = { visitor: string | undefined; userId: number | undefined; onlyOpen?: boolean }

/** The columns that the owner may see. */
export const SHOWN = [
  'id',
  'flow_id',
  'language',
  'level_rule',
  'planned_questions',
  'total',
  'answered',
  'round',
  'level',
  'than',
  'than_of',
] as const

/** What the owner may see of an assessment. */
export type ShownAssessment = Pick<Selectable<Tables['assessments']>, (typeof SHOWN)[number]>

/** How long an open assessment can be resumed. */
const RESUME_HOURS = 24

function ownedBy({ visitor, userId }: Owner) {
  return (where: ExpressionBuilder<Tables, 'assessments'>): Expression<SqlBool> =>
    where.or([
      ...(userId === undefined ? [] : [where('user_id', '=', userId)]),
      ...(visitor === undefined ? [] : [where.and([where('user_id', 'is', null), where('visitor', '=', visitor)])]),
    ])
}

/** Whether the visitor has ever begun an assessment that is still stored, claimed or not. */
export async function hasBegun(db: Database, visitor: string): Promise<boolean> {
  const row = await db.selectFrom('assessments').select('id').where('visitor', '=', visitor).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The owner's open assessments young enough to resume, the newest of each language. */
export async function findOpenAssessments(db: Database, owner: Owner): Promise<ShownAssessment[]> {
  return db
    .selectFrom('assessments')
    .select(SHOWN)
    .distinctOn('language')
    .where(ownedBy(owner))
    .where('finished_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${RESUME_HOURS})`)
    .orderBy('language')
    .orderBy('created_at', 'desc')
    .execute()
}

/** The owner's last finished assessments, newest first. */
export async function findFinishedAssessments(db: Database, owner: Owner, limit: number): Promise<ShownAssessment[]> {
  return db
    .selectFrom('assessments')
    .select(SHOWN)
    .where(ownedBy(owner))
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(limit)
    .execute()
}

/** A question with its answer. */
export type ReviewedRow = Selectable<Tables['assessment_items']>

/** A finished assessment of an account, with its questions and answers in order. */
export type FinishedAssessment = {
  id: string
  language: Language
  level: Level
  finished_at: Date
  items: ReviewedRow[]
}

type Row = Omit<FinishedAssessment, 'items'>

/** An answer, as the estimate reads it. */
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

/** Only the account's own finished assessment; anything else counts as none. */
export async function findOwnFinished(
  db: Database,
  userId: number,
  id: string,
): Promise<FinishedAssessment | undefined> {
  const row = await finishedOf(db, userId).where('id', '=', id).executeTakeFirst()
  return row && withItems(db, row)
}

/** What limits who collects the questions with their right answers (SECURITY.md). */
export type HarvestSettings = Pick<
  Settings,
  'ACCOUNT_ASSESSMENTS_PER_DAY' | 'VISITOR_ASSESSMENTS_PER_DAY' | 'KEY_PACE_MS'
>

/**
 * Those of an account's finished assessments that show it the key: taken no faster than people read, by the database's clock, and within the
 * day's number, which also counts what was taken signed out and claimed.
 */
export async function findWithKey(
  db: Database,
  userId: number,
  ids: readonly string[],
  { ACCOUNT_ASSESSMENTS_PER_DAY: perDay, KEY_PACE_MS: paceMs }: HarvestSettings,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('assessments as taken')
    .select('id')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where(sql<boolean>`finished_at - created_at >= make_interval(secs => answered * ${paceMs}::float8 / 1000)`)
    .where(
      sql<boolean>`(select count(*) from (select from assessments where user_id = ${userId}::integer
        and created_at > taken.created_at - interval '1 day' and created_at <= taken.created_at
        limit ${perDay}::integer + 1) as of_the_day) <= ${perDay}::integer`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
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

/** The answers of some assessments. */
export async function findAnswers(db: Database, ids: readonly string[]): Promise<AnswerRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('assessment_items')
    .select(['assessment_id', 'level', 'choice', 'is_correct', 'difficulty', 'discrimination'])
    .where('assessment_id', 'in', ids)
    .execute()
}

export type Unclaimed = { id: string; visitor: string; language: Language }

/** An assessment that no account has claimed, whoever's it is. */
export async function findUnclaimed(db: Database, id: string): Promise<Unclaimed | undefined> {
  return db
    .selectFrom('assessments')
    .select(['id', 'visitor', 'language'])
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst()
}

/**
 * Makes an unclaimed assessment another visitor's, and their account's if they are signed in; a finished one then goes to the webhook.
 * @returns whether it was still there to move
 */
export async function moveAssessment(
  db: Database,
  { id, visitor }: Unclaimed,
  to: { visitor: string; userId: number | undefined },
): Promise<boolean> {
  const moved = await db
    .with('moved', (move) =>
      move
        .updateTable('assessments')
        .set({ visitor: to.visitor, user_id: to.userId ?? null })
        .where('id', '=', id)
        .where('visitor', '=', visitor)
        .where('user_id', 'is', null)
        .returning(['id', 'user_id', 'finished_at']),
    )
    .with('delivery', (queue) =>
      queue
        .insertInto('result_deliveries')
        .columns(['assessment_id'])
        .expression((from) =>
          from
            .selectFrom(['moved', 'result_webhook'])
            .select('moved.id as assessment_id')
            .where('user_id', 'is not', null)
            .where('finished_at', 'is not', null),
        )
        .onConflict((conflict) => conflict.doNothing()),
    )
    .selectFrom('moved')
    .select('id')
    .executeTakeFirst()
  return moved !== undefined
}
