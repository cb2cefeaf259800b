import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
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

/** The account's results, newest first, with the public report of each that is shared, and its post. */
export async function findHistory(db: Database, userId: number): Promise<HistoryRow[]> {
  return db
    .selectFrom('assessments')
    .leftJoin('reports', 'reports.assessment_id', 'assessments.id')
    .leftJoin('community_posts', 'community_posts.report_id', 'reports.id')
    .select(['assessments.id as assessment_id', 'language', 'level', 'than', 'finished_at'])
    .select(['reports.id as report_id', 'reports.created_at as shared_at'])
    .select(['community_posts.text as post_text', 'community_posts.created_at as posted_at'])
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .$narrowType<HistoryRow>()
    .execute()
}

/**
 * Deletes the account with everything it owns: sessions, identities, languages, purposes, assessments, public reports. What stays of its events is counted, no
 * longer tied to a browser; codes sent to it go too.
 */
export async function deleteUser(db: Database, userId: number): Promise<void> {
  const visitors = db.selectFrom('assessments').select('visitor').where('user_id', '=', userId)
  const emails = db.selectFrom('emails').select('email').where('user_id', '=', userId)
  const phones = db.selectFrom('phones').select('e164').where('user_id', '=', userId)
  await inTransaction(db, async (trx) => {
    await trx.updateTable('events').set({ visitor: null }).where('visitor', 'in', visitors).execute()
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
