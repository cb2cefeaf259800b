import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Tables } from '../schema.ts'
import type { RetentionRule } from './retention-rule.ts'

/** The caps on codes look back for an hour (sign-in/code-budgets.ts). */
export const challengeRetention: RetentionRule = {
  table: 'code_challenges',
  key: 'id',
  due: () => sql<SqlBool>`created_at < now() - interval '1 hour'`,
}

/** The caps on text messages look back for a day. */
export const codeHourRetention: RetentionRule = {
  table: 'code_hours',
  key: 'hour',
  due: () => sql<SqlBool>`hour < now() - interval '2 days'`,
}

export type Channel = Tables['code_challenges']['channel']

/** What a code can be sent to. */
export type Target = { channel: Channel; target: string }

/**
 * The networks that a request comes from, from the narrowest: /64, /56 and /48 of IPv6; of IPv4 the address, again, and
 * /24.
 */
export type Networks = { address: string; network: string; site: string }

export type NewChallenge = Networks & {
  id: string
  channel: Channel
  target: string
  /** What the target is counted by: of its mailbox or number, and of what the number begins with; '' for a mailbox. */
  mailbox: string
  numberRange: string
  codeHmac: string
  browserHash: string
  /** Whether the code is sent, or only counted. */
  isSent: boolean
}

/** How many codes the last hour saw, and how many seconds ago its first and last one was. */
export type RecentCodes = { count: number; first: number; last: number }

/** `own` is this mailbox from this site; `fresh` are codes of the channel that may still be entered. */
const GROUPS = ['own', 'mailbox', 'address', 'network', 'site', 'range', 'channel', 'fresh'] as const

export type RecentChallenges = Record<(typeof GROUPS)[number], RecentCodes>

type CountedBy = Networks & Pick<NewChallenge, 'channel' | 'mailbox' | 'numberRange'>

/**
 * Serializes requests for codes over all processes until the transaction ends, so that the caps are exact. Deletes old
 * rows, and the challenge itself in case a retried transaction had already taken effect.
 */
export async function lockChallenges(transaction: Database, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7053221)`.execute(transaction)
  await transaction
    .deleteFrom('code_challenges')
    .where((where) => where.or([where('created_at', '<=', sql<Date>`now() - interval '1 hour'`), where('id', '=', id)]))
    .execute()
}

export async function countChallenges(
  db: Database,
  { channel, mailbox, address, network, site, numberRange }: CountedBy,
): Promise<RecentChallenges> {
  const columns = GROUPS.flatMap((group): RawBuilder<unknown>[] => [
    sql`count(*) filter (where ${sql.ref(group)})::int as ${sql.ref(`${group}_count`)}`,
    sql`max(age) filter (where ${sql.ref(group)}) as ${sql.ref(`${group}_first`)}`,
    sql`min(age) filter (where ${sql.ref(group)}) as ${sql.ref(`${group}_last`)}`,
  ])
  const row = await sql<Record<string, string | number | null>>`
    with aged as (
      select *, extract(epoch from now() - created_at)::float8 as age
      from code_challenges where created_at > now() - interval '1 hour'
    ), recent as (
      select age, channel = ${channel} and mailbox = ${mailbox} and site = ${site} as own,
        channel = ${channel} and mailbox = ${mailbox} as mailbox,
        address = ${address} as address, network = ${network} as network, site = ${site} as site,
        number_range <> '' and number_range = ${numberRange} as range,
        channel = ${channel} and is_sent as channel,
        channel = ${channel} and is_sent and expires_at > now() and verified_at is null as fresh
      from aged
    )
    select ${sql.join(columns)} from recent`.execute(db)
  const of = (group: keyof RecentChallenges): RecentCodes => {
    const value = (name: string) => Number(row.rows[0]?.[`${group}_${name}`] ?? 0)
    return { count: value('count'), first: value('first'), last: value('last') }
  }
  return Object.fromEntries(GROUPS.map((group) => [group, of(group)])) as RecentChallenges
}

/** Codes of a channel sent in the last `hours`, and how many of them were entered correctly. */
export async function countSent(
  db: Database,
  channel: Channel,
  hours: number,
): Promise<{ sent: number; verified: number }> {
  const row = await db
    .selectFrom('code_hours')
    .select([
      sql<number>`coalesce(sum(sent), 0)::int`.as('sent'),
      sql<number>`coalesce(sum(verified), 0)::int`.as('verified'),
    ])
    .where('channel', '=', channel)
    .where('hour', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirstOrThrow()
  return row
}

/** Stores a new code and voids this browser's earlier ones for the same target. */
export async function insertChallenge(transaction: Database, challenge: NewChallenge): Promise<void> {
  const { id, channel, target, mailbox, numberRange, codeHmac, browserHash, address, network, site, isSent } = challenge
  await transaction
    .updateTable('code_challenges')
    .set({ consumed_at: sql<Date>`now()` })
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('browser_sha256', '=', browserHash)
    .where('consumed_at', 'is', null)
    .execute()
  const row = { id, channel, target, mailbox, number_range: numberRange, address, network, site, is_sent: isSent }
  await transaction
    .insertInto('code_challenges')
    .values({ ...row, code_hmac: codeHmac, browser_sha256: browserHash })
    .execute()
  if (!isSent) return
  await transaction
    .insertInto('code_hours')
    .values({ channel, hour: sql<Date>`date_trunc('hour', now())`, sent: 1 })
    .onConflict((conflict) => conflict.columns(['channel', 'hour']).doUpdateSet({ sent: sql`code_hours.sent + 1` }))
    .execute()
}

export type WrongCodeLimits = { perSite: number; altogether: number }

/**
 * Five tries for a code, or one if the last hour saw too many wrong codes from the network that asked for it or
 * overall.
 */
function triesAllowed({ perSite, altogether }: WrongCodeLimits) {
  const wrong = sql`attempts - (verified_at is not null)::int`
  return sql<number>`(
    select case when coalesce(sum(${wrong}) filter (where recent.site = code_challenges.site), 0) >= ${perSite}::int
      or coalesce(sum(${wrong}), 0) >= ${altogether}::int then 1 else 5 end
    from (select site, attempts, verified_at from code_challenges where created_at > now() - interval '1 hour') as recent)`
}

/**
 * Counts one try at a code and, if it is right, uses the code up in the same statement: of many simultaneous tries on
 * any number of processes, at most five are compared and one succeeds. Undefined if there is nothing to try: unknown,
 * another browser's, expired, used or out of tries.
 */
export async function tryChallenge(
  db: Database,
  { id, browserHash, codeHmac }: { id: string; browserHash: string; codeHmac: string },
  limits: WrongCodeLimits,
): Promise<{ channel: Channel; target: string; isRight: boolean } | undefined> {
  const nowIfRight = sql<Date | null>`case when code_hmac = ${codeHmac} then now() end`
  const row = await db
    .updateTable('code_challenges')
    .set({ attempts: sql<number>`attempts + 1`, consumed_at: nowIfRight, verified_at: nowIfRight })
    .where('id', '=', id)
    .where('browser_sha256', '=', browserHash)
    .where('attempts', '<', triesAllowed(limits))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['channel', 'target', 'consumed_at', sql<Date>`date_trunc('hour', created_at)`.as('hour')])
    .executeTakeFirst()
  if (!row) return undefined
  const { channel, target, hour } = row
  const isRight = row.consumed_at !== null
  if (isRight)
    await db
      .updateTable('code_hours')
      .set({ verified: sql<number>`verified + 1` })
      .where('channel', '=', channel)
      .where('hour', '=', hour)
      .execute()
  return { channel, target, isRight }
}

/** The addresses and numbers that the account's person has proved. */
export async function findTargets(db: Database, userId: number): Promise<Target[]> {
  const emails = db
    .selectFrom('emails')
    .select([sql<Channel>`'email'`.as('channel'), 'email as target'])
    .where('user_id', '=', userId)
    .where('verified_at', 'is not', null)
  const phones = db
    .selectFrom('phones')
    .select([sql<Channel>`'phone'`.as('channel'), 'e164 as target'])
    .where('user_id', '=', userId)
  return emails.unionAll(phones).execute()
}

/**
 * Ends the codes sent to an account's addresses and numbers. They still count, without saying whom they were sent to.
 */
export async function blankCodesTo(
  db: Database,
  userId: number,
  mailboxOf: (target: Target) => NewChallenge['mailbox'],
): Promise<void> {
  for (const { channel, target } of await findTargets(db, userId))
    await db
      .updateTable('code_challenges')
      .set({ target: '', mailbox: mailboxOf({ channel, target }), code_hmac: '', browser_sha256: '' })
      .set({ consumed_at: sql<Date>`coalesce(consumed_at, now())` })
      .where('channel', '=', channel)
      .where('target', '=', target)
      .execute()
}
