import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Database } from './schema.ts'

export type NewEvent = {
  name: string
  occurredAt: Date | string
  properties: Record<string, unknown>
  interfaceLanguage?: string
  traceparent?: string | null
}

/** Each event gets its id before it is sent, so that a resend is stored once. */
export async function insertEvents(db: Database, visitor: string | null, events: readonly NewEvent[]): Promise<void> {
  await db
    .insertInto('events')
    .values(
      events.map(({ name, occurredAt, properties, interfaceLanguage, traceparent }) => ({
        id: newId(),
        name,
        occurred_at: occurredAt,
        visitor,
        properties: JSON.stringify(properties),
        interface_language: interfaceLanguage ?? null,
        traceparent: traceparent ?? null,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Whose events: the account, its id on the wire (its flow ids begin with it), and the browser that asks. */
export type EventOwner = { userId: number; publicId: number | string; visitor: string | undefined }

/**
 * The events of an account: of its assessments' flows, of flows that begin with its id, and of flows begun signed out in its browsers, unless
 * another account has claimed them.
 */
function isOf({ userId, publicId, visitor }: EventOwner): RawBuilder<SqlBool> {
  const flow = sql`properties ->> 'flow_id'`
  const own = sql`from assessments where user_id = ${userId}::integer`
  const browsers = sql`(array(select visitor ${own}) || ${visitor ?? null}::text)`
  const ofOthers = sql`array(select flow_id from assessments where visitor = any(${browsers}) and user_id <> ${userId}::integer)`
  // One id may be a prefix of another, so match up to the hyphen.
  const begins = `${publicId}-`.replace(/[\\%_]/g, '\\$&')
  const ofAccount = sql`(${flow} like ${`${begins}%`} and substr(${flow}, ${`${publicId}`.length + 2}::integer) ~ '^[a-z]+-[0-9]+$')`
  return sql<SqlBool>`(${flow} = any(array(select flow_id ${own})) or ${ofAccount}
    or (visitor = any(${browsers}) and ${flow} like '0-%' and ${flow} <> all(${ofOthers})))`
}

/** Tells the operator's collector that an account is deleted. The event itself is deleted once forwarded. */
export const ACCOUNT_DELETED = 'account_deleted'

/**
 * Deletes all events of the account.
 * @param tellSink leaves an `account_deleted` for each of its browsers and their flows, for the collector
 */
export async function deleteEventsOf(db: Database, owner: EventOwner, tellSink: boolean): Promise<void> {
  if (!tellSink) {
    await db.deleteFrom('events').where(isOf(owner)).execute()
    return
  }
  await sql`with gone as (
      delete from events where ${isOf(owner)} returning visitor, properties ->> 'flow_id' as flow_id
    )
    insert into events (id, name, occurred_at, visitor, properties)
    select gen_random_uuid(), ${ACCOUNT_DELETED}, now(), visitor, jsonb_build_object('flow_ids', jsonb_agg(distinct flow_id))
    from gone group by visitor`.execute(db)
}

export type OwnEvent = { id: string; name: string; occurred_at: Date; properties: Record<string, unknown> }

/**
 * The account's next events after the one with the id `after`, by id. Without what tells the key: right and wrong stand with the answers of
 * finished assessments.
 */
export async function findEventsOf(
  db: Database,
  owner: EventOwner,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<OwnEvent[]> {
  const { rows } = await sql<OwnEvent>`
    select id, name, occurred_at, properties - 'is_correct' - 'question_id' as properties
    from events where ${isOf(owner)} and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`.execute(db)
  return rows
}
