import { sql } from 'kysely'
import type { Database, Tables } from './schema.ts'

export type Channel = Tables['code_challenges']['channel']

export type NewChallenge = {
  id: string
  channel: Channel
  target: string
  codeHmac: string
  browserHash: string
  address: string
}

/** How many codes the last hour saw, and how many seconds ago its first and last one was. */
export type RecentCodes = { count: number; first: number; last: number }

export type RecentChallenges = { target: RecentCodes; address: RecentCodes; range: RecentCodes; everyone: RecentCodes }

/** `range` is what the numbers of a range begin with; undefined where there is no number. */
type CountedBy = Pick<NewChallenge, 'channel' | 'target' | 'address'> & { range: string | undefined }

/**
 * One asks for a code at a time, over all processes, until the transaction ends: so the caps are exact. Old rows go, and the challenge
 * itself, should the transaction be done again after it took effect.
 */
export async function lockChallenges(transaction: Database, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7053221)`.execute(transaction)
  await transaction
    .deleteFrom('code_challenges')
    .where((where) => where.or([where('created_at', '<=', sql<Date>`now() - interval '1 hour'`), where('id', '=', id)]))
    .execute()
}

export async function countChallenges(
  transaction: Database,
  { channel, target, address, range = '' }: CountedBy,
): Promise<RecentChallenges> {
  const row = await sql<Record<string, string | number | null>>`
    with recent as (
      select channel = ${channel} and target = ${target} as of_target, address = ${address} as of_address,
        channel = 'phone' and ${range} <> '' and starts_with(target, ${range}) as of_range,
        extract(epoch from now() - created_at)::float8 as age
      from code_challenges where created_at > now() - interval '1 hour'
    )
    select
      count(*) filter (where of_target)::int as target_count,
      max(age) filter (where of_target) as target_first, min(age) filter (where of_target) as target_last,
      count(*) filter (where of_address)::int as address_count,
      max(age) filter (where of_address) as address_first, min(age) filter (where of_address) as address_last,
      count(*) filter (where of_range)::int as range_count,
      max(age) filter (where of_range) as range_first, min(age) filter (where of_range) as range_last,
      count(*)::int as everyone_count, max(age) as everyone_first, min(age) as everyone_last
    from recent`.execute(transaction)
  const of = (group: keyof RecentChallenges): RecentCodes => {
    const value = (name: string) => Number(row.rows[0]?.[`${group}_${name}`] ?? 0)
    return { count: value('count'), first: value('first'), last: value('last') }
  }
  return { target: of('target'), address: of('address'), range: of('range'), everyone: of('everyone') }
}

/** A new code; the earlier ones of this browser for this target end with it. */
export async function insertChallenge(transaction: Database, challenge: NewChallenge): Promise<void> {
  const { id, channel, target, codeHmac, browserHash, address } = challenge
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
    .values({ id, channel, target, code_hmac: codeHmac, browser_sha256: browserHash, address })
    .execute()
}

/**
 * One try at a code: counted and, when right, used up in the same statement, so that of many tries at once, on any number of processes,
 * five are looked at and one succeeds. Undefined when there is nothing to try: unknown, another browser's, expired, used up or tried out.
 */
export async function tryChallenge(
  db: Database,
  { id, browserHash, codeHmac }: { id: string; browserHash: string; codeHmac: string },
): Promise<{ channel: Channel; target: string; isRight: boolean } | undefined> {
  const row = await db
    .updateTable('code_challenges')
    .set({
      attempts: sql<number>`attempts + 1`,
      consumed_at: sql<Date | null>`case when code_hmac = ${codeHmac} then now() end`,
    })
    .where('id', '=', id)
    .where('browser_sha256', '=', browserHash)
    .where('attempts', '<', 5)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['channel', 'target', 'consumed_at'])
    .executeTakeFirst()
  return row && { channel: row.channel, target: row.target, isRight: row.consumed_at !== null }
}
