import { type Selectable, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Database, Tables } from './schema.ts'

export type NewEvent = {
  name: string
  occurredAt: Date | string
  properties: Record<string, unknown>
  interfaceLanguage?: string
}

/** Each event has its id before it is sent, so that sending it again stores it once. */
export async function insertEvents(db: Database, visitor: string | null, events: readonly NewEvent[]): Promise<void> {
  await db
    .insertInto('events')
    .values(
      events.map(({ name, occurredAt, properties, interfaceLanguage }) => ({
        id: newId(),
        name,
        occurred_at: occurredAt,
        visitor,
        properties: JSON.stringify(properties),
        interface_language: interfaceLanguage ?? null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export type StoredEvent = Pick<
  Selectable<Tables['events']>,
  'id' | 'name' | 'occurred_at' | 'visitor' | 'properties' | 'received_at'
>

/**
 * Makes `holder` the one that forwards for the next `seconds`, or prolongs its turn.
 * @returns false while it is another's turn
 */
export async function leaseForwarding(db: Database, holder: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('event_forwarding')
    .set({ holder, leased_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where((where) => where.or([where('holder', '=', holder), where('leased_until', '<', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends the turn of `holder`, so that another process goes on at once. */
export async function releaseForwarding(db: Database, holder: string): Promise<void> {
  await db
    .updateTable('event_forwarding')
    .set({ holder: null, leased_until: sql<Date>`now()` })
    .where('holder', '=', holder)
    .execute()
}

/** The oldest events that have not been forwarded. */
export async function findUnforwarded(db: Database, limit: number): Promise<StoredEvent[]> {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'occurred_at', 'visitor', 'properties', 'received_at'])
    .where('forwarded_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function markForwarded(db: Database, ids: readonly string[]): Promise<void> {
  await db.updateTable('events').set({ forwarded_at: sql<Date>`now()` }).where('id', 'in', ids).execute()
}

/** So many rows are deleted in far less than the time that a statement may take. */
const DELETED_AT_ONCE = 5000

/** Deletes the events of more than `days` ago, whether they have been forwarded or not. */
export async function deleteOldEvents(db: Database, days: number, atOnce = DELETED_AT_ONCE): Promise<void> {
  for (;;) {
    const old = db
      .selectFrom('events')
      .select('id')
      .where('received_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
      .orderBy('received_at')
      .limit(atOnce)
    const { numDeletedRows } = await db.deleteFrom('events').where('id', 'in', old).executeTakeFirstOrThrow()
    if (numDeletedRows < atOnce) return
  }
}
