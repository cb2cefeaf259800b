import { sql } from 'kysely'
import type { Level } from '#quiz/constants.ts'
import type { AskedItem } from '#quiz/draw.ts'
import type { Language } from '#quiz/languages.ts'
import type { GradedAnswer } from '#quiz/score.ts'
import type { Database } from '../schema.ts'
import { publicIdOf } from './identities.ts'

/** A question with its answer. */
export type ItemAnswer = GradedAnswer &
  Pick<AskedItem, 'id' | 'version' | 'question' | 'image' | 'correct'> & {
    position: number
    choice: string[] | null
    elapsedMs: number | null
  }

/** The estimate that a result was stored with. Its band includes the level. */
export type StoredEstimate = { theta: number; standard_error: number; band_lowest: Level; band_highest: Level }

const ESTIMATE = ['theta', 'standard_error', 'band_lowest', 'band_highest'] as const

/** A finished attempt of an account, with its questions and answers in order. */
export type FinishedAttempt = StoredEstimate & {
  id: string
  language: Language
  level: Level
  finishedAt: Date
  items: ItemAnswer[]
}

const GRADED = ['level', 'choice', 'is_correct as isCorrect'] as const

/** Only the account's own finished attempt; any other counts as missing. */
export async function findOwnFinished(db: Database, userId: number, id: string): Promise<FinishedAttempt | undefined> {
  const result = await db
    .selectFrom('assessments')
    .select(['id', 'language', 'level', 'finished_at as finishedAt', ...ESTIMATE])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .$narrowType<{ level: Level; finishedAt: Date } & StoredEstimate>()
    .executeTakeFirst()
  if (!result) return undefined
  const items = await db
    .selectFrom('assessment_items')
    .select(['position', 'item_id as id', 'item_version as version', 'question', 'image', 'correct'])
    .select(['elapsed_ms as elapsedMs', ...GRADED])
    .where('assessment_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...result, items }
}

/** The answers of some attempts, by attempt. */
export async function findAnswers(db: Database, ids: readonly string[]): Promise<Map<string, GradedAnswer[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('assessment_items')
    .select(['assessment_id', ...GRADED])
    .where('assessment_id', 'in', ids)
    .execute()
  return Map.groupBy(rows, ({ assessment_id }) => assessment_id)
}

export type HistoryRow = StoredEstimate & {
  assessment_id: string
  language: Language
  level: Level
  percentile: number
  finished_at: Date
  report_id: string | null
  shared_at: Date | null
  post_text: string | null
  posted_at: Date | null
  /** Of the previous result in the same language. */
  previous_theta: number | null
  previous_error: number | null
}

/**
 * The account's results, newest first, each with its public report and post; or those after the one with the id
 * `before`. The page is selected first, so no query plan looks up the previous result for each of the account's
 * results, even with poor planner statistics.
 */
export async function findHistory(
  db: Database,
  userId: number,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<HistoryRow[]> {
  const last = sql`(select finished_at, id from assessments where id = ${before ?? null}::uuid and user_id = ${userId}::integer)`
  const page = db
    .selectFrom('assessments')
    .select(['id', 'language', 'level', 'percentile', 'finished_at'])
    .select(ESTIMATE)
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .$if(before !== undefined, (rows) => rows.where(sql<boolean>`(finished_at, id) < ${last}`))
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  return db
    .selectFrom(page.as('page'))
    .leftJoin('reports', 'reports.assessment_id', 'page.id')
    .leftJoin('community_posts', 'community_posts.report_id', 'reports.id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('assessments as earlier')
          .select(['earlier.theta as previous_theta', 'earlier.standard_error as previous_error'])
          .where('earlier.user_id', '=', userId)
          .where('earlier.finished_at', 'is not', null)
          .whereRef('earlier.language', '=', 'page.language')
          .whereRef('earlier.finished_at', '<', 'page.finished_at')
          .orderBy('earlier.finished_at', 'desc')
          .limit(1)
          .as('previous'),
      (join) => join.onTrue(),
    )
    .select(['page.id as assessment_id', 'language', 'level', 'percentile', 'finished_at'])
    .select([...ESTIMATE, 'previous_theta', 'previous_error'])
    .select(['reports.id as report_id', 'reports.created_at as shared_at'])
    .select(['community_posts.text as post_text', 'community_posts.created_at as posted_at'])
    .orderBy('finished_at', 'desc')
    .orderBy('page.id', 'desc')
    .$narrowType<HistoryRow>()
    .execute()
}

/** A result for another system, with the person's public id. */
export type ResultRow = Pick<
  HistoryRow,
  'assessment_id' | 'language' | 'level' | 'percentile' | 'finished_at' | 'band_lowest' | 'band_highest'
> & { user_id: string }

/**
 * Finished attempts by id. `user_id` is null for an account without a public id.
 * @param issuer the linked marketplace that has the accounts, if there is one
 */
export async function findResults(
  db: Database,
  ids: readonly string[],
  issuer: string | undefined,
): Promise<(Omit<ResultRow, 'user_id'> & { user_id: string | null })[]> {
  return db
    .selectFrom('assessments')
    .select(['id as assessment_id', 'language', 'level', 'percentile', 'finished_at', 'band_lowest', 'band_highest'])
    .select(publicIdOf(issuer, sql.ref('assessments.user_id')).as('user_id'))
    .where('id', 'in', ids)
    .where('finished_at', 'is not', null)
    .$narrowType<Omit<ResultRow, 'user_id'>>()
    .execute()
}

export type ExportedAnswer = {
  assessment_id: string
  position: number
  question: string
  choice: string[]
  is_correct: boolean
  elapsed_ms: number | null
  answered_at: Date
}

/** The answers of some attempts, in order. */
export async function findAnswersToExport(db: Database, ids: readonly string[]): Promise<ExportedAnswer[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('assessment_items')
    .select(['assessment_id', 'position', 'question', 'choice', 'is_correct', 'elapsed_ms', 'answered_at'])
    .where('assessment_id', 'in', ids)
    .where('answered_at', 'is not', null)
    .orderBy('assessment_id')
    .orderBy('position')
    .$narrowType<ExportedAnswer>()
    .execute()
}

/** The account's open attempts by id, or the next after the one with the id `after`. */
export async function findOpenToExport(
  db: Database,
  userId: number,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ id: string; language: Language; created_at: Date }[]> {
  const open = db
    .selectFrom('assessments')
    .select(['id', 'language', 'created_at'])
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(limit)
  return (after === undefined ? open : open.where('id', '>', after)).execute()
}
