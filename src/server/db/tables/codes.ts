import { type SqlBool, sql } from 'kysely'
import type { Database, Tables } from '../schema.ts'
import type { RetentionRule } from './retention-rule.ts'

/** The budgets of codes look back one day (sign-in/code-budgets.ts). */
const IS_OVER = sql<SqlBool>`created_at <= now() - interval '1 day'`

export const challengeRetention: RetentionRule = { table: 'code_challenges', key: 'id', due: () => IS_OVER }

const MAX_TRIES = 5

export type Channel = Tables['code_challenges']['channel']

/** The recipient of a code. */
export type Target = { channel: Channel; target: string }

/** `counted` is the target's rate-limit key, `network` the sender's. */
type CountedBy = { channel: Channel; counted: string; network: string }

export type NewChallenge = Target & CountedBy & { id: string; codeHmac: string; browserHash: string }

/** The number of codes in the last day, and the age in seconds of the oldest and newest. */
type Count = { count: number; oldest: number; newest: number }

/** The last day's codes of a channel: to this target from this network, to this target, from this network, and all. */
export type RecentCodes = Record<'own' | 'target' | 'network' | 'channel', Count>

/**
 * Serializes code requests across all processes until the transaction ends, so the budgets are exact. Deletes old rows,
 * and the challenge itself in case a retried transaction had already taken effect.
 */
export async function lockChallenges(transaction: Database, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7053221)`.execute(transaction)
  await transaction
    .deleteFrom('code_challenges')
    .where((where) => where.or([IS_OVER, where('id', '=', id)]))
    .execute()
}

export async function countChallenges(db: Database, { channel, counted, network }: CountedBy): Promise<RecentCodes> {
  const count = (group: ReturnType<typeof sql>) => sql`json_build_object(
    'count', count(*) filter (where ${group}),
    'oldest', coalesce(max(age) filter (where ${group}), 0),
    'newest', coalesce(min(age) filter (where ${group}), 0))`
  const { rows } = await sql<RecentCodes>`
    with recent as (
      select extract(epoch from now() - created_at)::float8 as age, counted = ${counted} as is_target,
        network = ${network} as is_network
      from code_challenges where channel = ${channel} and not ${IS_OVER}
    )
    select ${count(sql`is_target and is_network`)} as own, ${count(sql`is_target`)} as target,
      ${count(sql`is_network`)} as network, ${count(sql`true`)} as channel
    from recent`.execute(db)
  return rows[0] as RecentCodes
}

/** Stores a new code and voids this browser's earlier ones for the same target. */
export async function insertChallenge(transaction: Database, challenge: NewChallenge): Promise<void> {
  const { id, channel, target, counted, codeHmac, browserHash, network } = challenge
  await transaction
    .updateTable('code_challenges')
    .set({ consumed_at: sql<Date>`now()` })
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('browser_sha256', '=', browserHash)
    .where('consumed_at', 'is', null)
    .execute()
  await transaction
    .insertInto('code_challenges')
    .values({ id, channel, target, counted, network, code_hmac: codeHmac, browser_sha256: browserHash })
    .execute()
}

/**
 * Counts one attempt to enter a code and, if it's right, uses the code up in the same statement: among simultaneous
 * tries in any number of processes, at most five are compared and one succeeds. Undefined if there is nothing to try:
 * unknown, another browser's, expired, used, or out of tries.
 */
export async function tryChallenge(
  db: Database,
  { id, browserHash, codeHmac }: { id: string; browserHash: string; codeHmac: string },
): Promise<(Target & { isRight: boolean }) | undefined> {
  const row = await db
    .updateTable('code_challenges')
    .set({
      tries: sql<number>`tries + 1`,
      consumed_at: sql<Date | null>`case when code_hmac = ${codeHmac} then now() end`,
    })
    .where('id', '=', id)
    .where('browser_sha256', '=', browserHash)
    .where('tries', '<', MAX_TRIES)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['channel', 'target', 'consumed_at'])
    .executeTakeFirst()
  return row && { channel: row.channel, target: row.target, isRight: row.consumed_at !== null }
}

/**
 * Voids the codes sent to an account's phone numbers and email addresses, with or without a +tag, and erases these
 * targets. The codes still count for their network and day, so deleting an account repeatedly doesn't allow more.
 */
export async function blankCodesTo(transaction: Database, userId: number): Promise<void> {
  await sql`update code_challenges
    set target = '', counted = '', code_hmac = '', browser_sha256 = '', consumed_at = coalesce(consumed_at, now())
    from (
      select 'email' as channel, email as target from emails where user_id = ${userId}
      union all select 'phone', e164 from phones where user_id = ${userId}
    ) as own where code_challenges.channel = own.channel
      and own.target in (code_challenges.target, code_challenges.counted)`.execute(transaction)
}
