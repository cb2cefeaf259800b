import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import { runPrepared } from '../connection/prepared.ts'
import type { Database, Tables } from '../schema.ts'
import { queueResults } from './outbox.ts'
import type { RetentionRule } from './retention-rule.ts'

export const unclaimedRetention: RetentionRule = {
  table: 'assessments',
  key: 'id',
  due: ({ UNCLAIMED_DAYS: days }) =>
    sql<SqlBool>`user_id is null and created_at < now() - make_interval(days => ${days}::integer)`,
}

/** Whether the visitor has ever started an attempt that's still stored, claimed or not. */
export async function hasBegun(db: Database, visitor: string): Promise<boolean> {
  const row = await db.selectFrom('assessments').select('id').where('visitor', '=', visitor).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Whether the visitor's browser started this attempt and an account has claimed it since. */
export async function isClaimedFrom(db: Database, id: string, visitor: string): Promise<boolean> {
  const { rows } = await runPrepared(
    db,
    sql`select id from assessments where id = ${id} and visitor = ${visitor} and user_id is not null`,
  )
  return rows.length > 0
}

/** Gives unclaimed attempts to another owner; results that become an account's this way go to the webhook. */
function giveUnclaimed(
  db: Database,
  which: (where: ExpressionBuilder<Tables, 'assessments'>) => Expression<SqlBool>,
  { userId, ...to }: { visitor?: string; userId: number | null },
): Promise<{ id: string }[]> {
  return db
    .with('attempts', (give) =>
      give
        .updateTable('assessments')
        // Null if the account has just been deleted; a deletion in progress waits for this lock.
        .set({ ...to, user_id: sql<number | null>`(select id from users where id = ${userId}::integer for key share)` })
        .where('user_id', 'is', null)
        .where(which)
        .returning(['id', 'user_id', 'finished_at']),
    )
    .with('delivery', () => sql`(${queueResults(sql`attempts`, null)})`)
    .selectFrom('attempts')
    .select('id')
    .execute()
}

/** Gives the visitor's unclaimed attempts to the account that just signed in. */
export async function claimAttempts(db: Database, visitor: string, userId: number): Promise<void> {
  await giveUnclaimed(db, (where) => where('visitor', '=', visitor), { userId })
}

export type Unclaimed = { id: string; visitor: string; language: Language }

/** An unclaimed attempt of any visitor. */
export async function findUnclaimed(db: Database, id: string): Promise<Unclaimed | undefined> {
  return db
    .selectFrom('assessments')
    .select(['id', 'visitor', 'language'])
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst()
}

/**
 * Moves an unclaimed attempt to another visitor, and to their account if they're signed in.
 * @returns whether it was still there to move
 */
export async function moveAttempt(
  db: Database,
  { id, visitor }: Unclaimed,
  to: { visitor: string; userId: number | undefined },
): Promise<boolean> {
  const moved = await giveUnclaimed(db, (where) => where.and({ id, visitor }), {
    visitor: to.visitor,
    userId: to.userId ?? null,
  })
  return moved.length > 0
}
