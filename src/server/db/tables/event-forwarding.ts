import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '../schema.ts'
import { ACCOUNT_DELETED } from './events.ts'

export type StoredEvent = Pick<
  Selectable<Tables['events']>,
  'id' | 'name' | 'occurred_at' | 'visitor' | 'properties' | 'received_at' | 'traceparent'
>

/**
 * Gives `holder` the lease to forward for the next `seconds`, or extends it.
 * @returns false while another process holds it
 */
export async function leaseForwarding(db: Database, holder: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('event_forwarding')
    .set({ holder, leased_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where((where) => where.or([where('holder', '=', holder), where('leased_until', '<', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Releases the lease of `holder`, so that another process can take over at once. */
export async function releaseForwarding(db: Database, holder: string): Promise<void> {
  await db
    .updateTable('event_forwarding')
    .set({ holder: null, leased_until: sql<Date>`now()` })
    .where('holder', '=', holder)
    .execute()
}

/**
 * Begins with the events received from now on, unless forwarding has begun before. What tells an earlier collector of
 * deleted accounts is still sent.
 */
export async function beginForwarding(db: Database): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('event_forwarding')
    .set({ forwards_since: sql<Date>`now()` })
    .where('forwards_since', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await db
    .updateTable('events')
    .set({ received_at: sql<Date>`now()` })
    .where('forwarded_at', 'is', null)
    .where('name', '=', ACCOUNT_DELETED)
    .execute()
}

/** Without a collector: one that is switched on later begins anew. */
export async function endForwarding(db: Database): Promise<void> {
  await db
    .updateTable('event_forwarding')
    .set({ forwards_since: null })
    .where('forwards_since', 'is not', null)
    .execute()
}

/** Makes the stored events received since then due, too. @returns how many wait, up to a limit */
export async function forwardHistory(db: Database, since: Date): Promise<number> {
  await db
    .updateTable('event_forwarding')
    .set({ forwards_since: sql<Date>`least(forwards_since, ${since}::timestamptz)` })
    .execute()
  return (await countUnforwarded(db)).events
}

const STORED = ['id', 'name', 'occurred_at', 'visitor', 'properties', 'received_at', 'traceparent'] as const

/** The oldest events to forward, then those to resend. */
export async function findUnforwarded(db: Database, limit: number): Promise<StoredEvent[]> {
  const waiting = await db
    .selectFrom('events')
    .select(STORED)
    .where('forwarded_at', 'is', null)
    .where('received_at', '>=', sql<Date>`(select forwards_since from event_forwarding)`)
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (waiting.length === limit) return waiting
  const toResend = await db
    .selectFrom('refused_events')
    .innerJoin('events', 'events.id', 'event_id')
    .select(STORED)
    .where('resend', '=', true)
    .orderBy('event_id')
    .limit(limit - waiting.length)
    .execute()
  return [...waiting, ...toResend]
}

export const MAX_COUNTED = 10_000

/** How many events wait to be forwarded, up to a limit, the age of the oldest, and how many were refused for good. */
export async function countUnforwarded(
  db: Database,
): Promise<{ events: number; oldestSeconds: number; refused: number }> {
  const { rows } = await sql<{ events: number; oldestSeconds: number; refused: number }>`
    select count(*)::integer + (select count(*)::integer from refused_events where resend) as events,
      coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as "oldestSeconds",
      (select count(*)::integer from refused_events where not resend) as refused
    from (
      select received_at from events
      where forwarded_at is null and received_at >= (select forwards_since from event_forwarding)
      order by received_at, id limit ${MAX_COUNTED}
    ) as waiting`.execute(db)
  return rows[0] ?? { events: 0, oldestSeconds: 0, refused: 0 }
}

/** Deletion notices are deleted once forwarded. */
export async function markForwarded(db: Database, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('refused_events').where('event_id', 'in', ids).execute()
  await db.deleteFrom('events').where('id', 'in', ids).where('name', '=', ACCOUNT_DELETED).execute()
  await db.updateTable('events').set({ forwarded_at: sql<Date>`now()` }).where('id', 'in', ids).execute()
}

/** Keeps events that the collector refused for good, with its status. They no longer wait. */
export async function keepRefused(db: Database, ids: readonly string[], status: number): Promise<void> {
  await sql`with batch as (select id from events where id in (${sql.join(ids)}) for update),
    refusals as (
      insert into refused_events (event_id, status) select id, ${status}::smallint from batch
      on conflict (event_id) do update set status = excluded.status, refused_at = now(), resend = false
    )
    update events set forwarded_at = now() from batch where events.id = batch.id`.execute(db)
}

export type RefusedKind = { name: string; status: number; events: number; first: Date; last: Date }

/** What the collector refused for good, by event name and status. */
export function listRefused(db: Database): Promise<RefusedKind[]> {
  return db
    .selectFrom('refused_events')
    .innerJoin('events', 'events.id', 'event_id')
    .select(['name', 'status'])
    .select([
      sql<number>`count(*)::integer`.as('events'),
      sql<Date>`min(refused_at)`.as('first'),
      sql<Date>`max(refused_at)`.as('last'),
    ])
    .where('resend', '=', false)
    .groupBy(['name', 'status'])
    .orderBy('name')
    .orderBy('status')
    .execute()
}

/** Makes all refused events due again. @returns how many */
export async function resendRefused(db: Database): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('refused_events')
    .set({ resend: true })
    .where('resend', '=', false)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
