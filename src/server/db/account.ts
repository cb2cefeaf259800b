import { sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { deleteEventsOf, type EventOwner } from './events.ts'
import { inTransaction } from './retry.ts'
import type { Database } from './schema.ts'

export type HistoryRow = {
  assessment_id: string
  language: Language
  level: Level
  than: number
  finished_at: Date
  report_id: string | null
  shared_at: Date | null
  post_text: string | null
  posted_at: Date | null
  theta: number | null
  standard_error: number | null
  band_lowest: Level | null
  band_highest: Level | null
  /** Of the result before in the same language. */
  previous_theta: number | null
  previous_error: number | null
}

/** How the account can be reached and signed in to. */
export async function findSignInMethods(
  db: Database,
  userId: number,
): Promise<{ emails: string[]; phones: string[]; providers: string[] }> {
  const emails = await db.selectFrom('emails').select('email').where('user_id', '=', userId).orderBy('email').execute()
  const phones = await db.selectFrom('phones').select('e164').where('user_id', '=', userId).orderBy('e164').execute()
  const identities = await db
    .selectFrom('identities')
    .select('provider')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()
  return {
    emails: emails.map(({ email }) => email),
    phones: phones.map(({ e164 }) => e164),
    providers: identities.map(({ provider }) => provider),
  }
}

/**
 * The account's results, newest first, each with its public report and post; or the next after the one with the id `before`. The page comes first,
 * so that no plan, however little the planner knows, looks for what was before each of the account's results.
 */
export async function findHistory(
  db: Database,
  userId: number,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<HistoryRow[]> {
  const last = sql`(select finished_at, id from assessments where id = ${before ?? null}::uuid and user_id = ${userId}::integer)`
  const page = db
    .selectFrom('assessments')
    .select(['id', 'language', 'level', 'than', 'finished_at'])
    .select(['theta', 'standard_error', 'band_lowest', 'band_highest'])
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
    .select(['page.id as assessment_id', 'language', 'level', 'than', 'finished_at'])
    .select(['theta', 'standard_error', 'band_lowest', 'band_highest', 'previous_theta', 'previous_error'])
    .select(['reports.id as report_id', 'reports.created_at as shared_at'])
    .select(['community_posts.text as post_text', 'community_posts.created_at as posted_at'])
    .orderBy('finished_at', 'desc')
    .orderBy('page.id', 'desc')
    .$narrowType<HistoryRow>()
    .execute()
}

export type Band = { id: string; lowest: Level; highest: Level }

/** Stores the estimates' bands with their results. */
export async function keepBands(db: Database, bands: readonly Band[]): Promise<void> {
  if (bands.length === 0) return
  await sql`update assessments set band_lowest = lowest, band_highest = highest
    from jsonb_to_recordset(${JSON.stringify(bands)}::jsonb) as band (id uuid, lowest text, highest text)
    where assessments.id = band.id and theta is not null`.execute(db)
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

/** The answers of some assessments, in order. */
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

/** The account's open assessments by id, or the next after the one with the id `after`. */
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

export type SessionRow = { token_sha256: string; device: string; created_at: Date; expires_at: Date }

/** Where the account is signed in, newest first. */
export async function findSessions(db: Database, userId: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['token_sha256', 'device', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
}

/** Whether the session began within the last `minutes`. */
export async function isFreshSession(db: Database, tokenHash: string, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_sha256', '=', tokenHash)
    .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSessions(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/**
 * Deletes the account with everything it owns: sessions, identities, languages, purposes, assessments, public reports, events, codes sent to it.
 * @param tellSink whether to tell the operator's collector
 */
export async function deleteUser(db: Database, owner: EventOwner, tellSink: boolean): Promise<void> {
  const { userId } = owner
  const emails = db.selectFrom('emails').select('email').where('user_id', '=', userId)
  const phones = db.selectFrom('phones').select('e164').where('user_id', '=', userId)
  await inTransaction(db, async (trx) => {
    await deleteEventsOf(trx, owner, tellSink)
    await trx
      .deleteFrom('code_challenges')
      .where((where) =>
        where.or([
          where.and([where('channel', '=', 'email'), where('target', 'in', emails)]),
          where.and([where('channel', '=', 'phone'), where('target', 'in', phones)]),
        ]),
      )
      .execute()
    await trx.deleteFrom('users').where('id', '=', userId).execute()
  })
}
