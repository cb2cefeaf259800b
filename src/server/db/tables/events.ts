import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Database, Tables } from '../schema.ts'
import { ACCOUNT_DELETED, queueEvents } from './outbox.ts'
import type { RetentionRule } from './retention-rule.ts'

export const eventRetention: RetentionRule = {
  table: 'events',
  key: 'id',
  due: ({ EVENTS_RETENTION_DAYS: days }) => sql<SqlBool>`received_at < now() - make_interval(days => ${days}::integer)`,
}

export type NewEvent = {
  name: string
  occurredAt: Date | string
  properties: Record<string, unknown>
  interfaceLanguage?: string
  traceparent?: string | null
}

/** The sender of events: the browser, and the account signed in there. */
export type EventSender = { visitor: string | null; userId: number | null }

/** Stores events and queues them. Each gets its id before it's sent, so a resend is stored once. */
export async function insertEvents(
  db: Database,
  { visitor, userId }: EventSender,
  events: readonly NewEvent[],
): Promise<void> {
  const rows = events.map(({ name, occurredAt, properties, interfaceLanguage, traceparent }) => ({
    id: newId(),
    name,
    occurred_at: occurredAt,
    visitor,
    // Null if the account has just been deleted.
    user_id: sql<number | null>`(select id from users where id = ${userId}::integer)`,
    properties: JSON.stringify(properties),
    interface_language: interfaceLanguage ?? null,
    traceparent: traceparent ?? null,
  }))
  await db
    .with('stored', (store) =>
      store
        .insertInto('events')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id'),
    )
    .with('queued', () => sql`(${queueEvents(sql`stored`)})`)
    .selectFrom('stored')
    .select('id')
    .execute()
}

/** The owner of events: the account, and the requesting browser. */
export type EventOwner = { userId: number; visitor: string | undefined }

/**
 * The events of an account: those it sent, those of its attempts, and those its browsers sent while signed out, except
 * for flows that another account has claimed there. Browsers make up flow ids, so these only narrow down events already
 * known to be the account's.
 */
function isOf({ userId, visitor }: EventOwner): RawBuilder<SqlBool> {
  const flow = sql`properties ->> 'flow_id'`
  const attempt = sql`properties ->> 'assessment_id'`
  const own = sql`from assessments where user_id = ${userId}::integer`
  const browsers = sql`(array(select visitor ${own}) || ${visitor ?? null}::text)`
  const ofOthers = sql`from assessments where visitor = any(${browsers}) and user_id <> ${userId}::integer`
  const isOfAttempt = sql`(${flow} = any(array(select flow_id ${own})) and ${attempt} = any(array(select id::text ${own})))`
  const isOfBrowser = sql`(visitor = any(${browsers}) and ${flow} <> all(array(select flow_id ${ofOthers}))
    and ${flow} like '0-%')`
  return sql<SqlBool>`(user_id = ${userId}::integer or (user_id is null and (${isOfAttempt} or ${isOfBrowser})))`
}

/** Flows per `account_deleted` event: few enough that collectors accept the event and its batch. */
const FLOWS_AT_ONCE = 20

/**
 * Deletes all events of the account. If there is a collector, it leaves at least one `account_deleted` event per
 * browser, with that browser's flows.
 */
export async function deleteEventsOf(db: Database, owner: EventOwner): Promise<void> {
  await sql`with deletion as (
      delete from events where ${isOf(owner)} returning visitor, properties ->> 'flow_id' as flow_id
    ), flows as (
      select distinct visitor, flow_id, dense_rank() over (partition by visitor order by flow_id) as number from deletion
    ), notices as (
      insert into events (id, name, occurred_at, visitor, properties)
      select gen_random_uuid(), ${ACCOUNT_DELETED}, now(), visitor, jsonb_build_object('flow_ids', jsonb_agg(flow_id))
      from flows, outbox_receivers where topic = 'events' group by visitor, (number - 1) / ${FLOWS_AT_ONCE}
      returning id
    )
    ${queueEvents(sql`notices`)}`.execute(db)
}

/** An event as the collector gets it. */
export type StoredEvent = Pick<
  Selectable<Tables['events']>,
  'id' | 'name' | 'occurred_at' | 'visitor' | 'properties' | 'traceparent'
>

/** Some events, oldest first. */
export async function findEvents(db: Database, ids: readonly string[]): Promise<StoredEvent[]> {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'occurred_at', 'visitor', 'properties', 'traceparent'])
    .where('id', 'in', ids)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}

export type OwnEvent = { id: string; name: string; occurred_at: Date; properties: Record<string, unknown> }

/**
 * The account's next events after the one with the id `after`, by id. Without the fields that reveal the key: outcomes
 * are with the answers of finished attempts.
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
