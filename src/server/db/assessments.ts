import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { DrawnItem } from '#quiz/attempt.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { itemVersion } from '../banks/banks.ts'
import type { Calibration } from '../banks/calibration.ts'
import type { Database, Tables } from './schema.ts'

type AssessmentRow = Selectable<Tables['assessments']>
export type AskedItem = Selectable<Tables['assessment_items']>

/** An assessment with every question drawn so far, in order. */
export type StoredAssessment = AssessmentRow & { items: AskedItem[] }

/** Whose assessments a request may see: the account's once claimed, the visitor's while nobody's (docs/decisions/008). */
export type Owner = { visitor: string | undefined; userId: number | undefined }

/** How long an open assessment can be gone on with (design §7). */
const RESUME_HOURS = 24

/** A claimed assessment is the account's alone; an unclaimed one is its visitor's (docs/decisions/008). */
function ownedBy({ visitor, userId }: Owner) {
  return (where: ExpressionBuilder<Tables, 'assessments'>): Expression<SqlBool> =>
    where.or([
      ...(userId === undefined ? [] : [where('user_id', '=', userId)]),
      ...(visitor === undefined ? [] : [where.and([where('user_id', 'is', null), where('visitor', '=', visitor)])]),
    ])
}

async function withItems(db: Database, rows: AssessmentRow[]): Promise<StoredAssessment[]> {
  if (rows.length === 0) return []
  const items = await db
    .selectFrom('assessment_items')
    .selectAll()
    .where(
      'assessment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, items: items.filter((item) => item.assessment_id === row.id) }))
}

/** Undefined when the id is there already. */
export async function insertAssessment(
  db: Database,
  row: Pick<
    AssessmentRow,
    | 'id'
    | 'visitor'
    | 'user_id'
    | 'flow_id'
    | 'language'
    | 'interface_language'
    | 'level_rule'
    | 'planned_questions'
    | 'total'
    | 'seen'
  >,
): Promise<AssessmentRow | undefined> {
  return db
    .insertInto('assessments')
    .values({ ...row, seen: JSON.stringify(row.seen) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** An item as it was asked: what changes in its bank afterwards changes no assessment. */
export function toColumns({ item, options }: DrawnItem) {
  return {
    item_id: item.id,
    item_version: itemVersion(item),
    level: item.level,
    question: item.question,
    image: item.image,
    correct: JSON.stringify(item.correct),
    options: JSON.stringify(options),
  }
}

export async function insertItems(
  db: Database,
  { id, language, after }: Pick<AssessmentRow, 'id' | 'language'> & { after: number },
  drawn: DrawnItem[],
  { parametersOf }: Calibration,
): Promise<AskedItem[]> {
  return db
    .insertInto('assessment_items')
    .values(
      drawn.map(({ item, options }, index) => ({
        assessment_id: id,
        position: after + index + 1,
        ...toColumns({ item, options }),
        choice: null,
        is_correct: null,
        elapsed_ms: null,
        answered_at: null,
        difficulty: null,
        discrimination: null,
        ...parametersOf(language, item.id, itemVersion(item)),
      })),
    )
    .returningAll()
    .execute()
}

/** Only the owner's: another's id is the same as none. `forUpdate` makes concurrent answers wait in turn. */
export async function findAssessment(
  db: Database,
  id: string,
  owner: Owner,
  { forUpdate = false } = {},
): Promise<StoredAssessment | undefined> {
  const query = db.selectFrom('assessments').selectAll().where('id', '=', id).where(ownedBy(owner))
  const rows = await (forUpdate ? query.forUpdate() : query).execute()
  return (await withItems(db, rows))[0]
}

/** The ids of all items that this browser or this account was asked in the language so far. */
export async function itemsSeen(
  db: Database,
  visitor: string,
  userId: number | undefined,
  language: Language,
): Promise<number[]> {
  const rows = await db
    .selectFrom('assessment_items')
    .innerJoin('assessments', 'assessments.id', 'assessment_id')
    .select('item_id')
    .distinct()
    .where((where) =>
      where.or([where('visitor', '=', visitor), ...(userId === undefined ? [] : [where('user_id', '=', userId)])]),
    )
    .where('language', '=', language)
    .execute()
  return rows.map((row) => row.item_id)
}

export async function recordAnswer(
  db: Database,
  item: AskedItem,
  answer: { choice: readonly string[]; isCorrect: boolean; elapsedMs: number | undefined },
): Promise<void> {
  await db
    .updateTable('assessment_items')
    .set({
      choice: JSON.stringify(answer.choice),
      is_correct: answer.isCorrect,
      elapsed_ms: answer.elapsedMs ?? null,
      answered_at: sql<Date>`now()`,
    })
    .where('assessment_id', '=', item.assessment_id)
    .where('position', '=', item.position)
    .execute()
}

export type StoredResult = {
  level: Level
  than: number
  than_of: number | null
  theta: number
  standard_error: number
  scorer_version: string
}

export async function recordResult(db: Database, id: string, result: StoredResult): Promise<void> {
  await db
    .updateTable('assessments')
    .set({ ...result, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** A further round makes the assessment longer. */
export async function recordTotal(db: Database, id: string, total: number): Promise<void> {
  await db.updateTable('assessments').set({ total }).where('id', '=', id).execute()
}

/** The owner's open assessments young enough to go on with, the newest of each language. */
export async function findOpenAssessments(db: Database, owner: Owner): Promise<StoredAssessment[]> {
  const rows = await db
    .selectFrom('assessments')
    .selectAll()
    .distinctOn('language')
    .where(ownedBy(owner))
    .where('finished_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${RESUME_HOURS})`)
    .orderBy('language')
    .orderBy('created_at', 'desc')
    .execute()
  return withItems(db, rows)
}

/** The owner's last finished assessments, newest first, without their questions. */
export async function findFinishedAssessments(db: Database, owner: Owner, limit: number): Promise<StoredAssessment[]> {
  const rows = await db
    .selectFrom('assessments')
    .selectAll()
    .where(ownedBy(owner))
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, items: [] }))
}
