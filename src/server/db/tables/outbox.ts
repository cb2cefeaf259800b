import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** The topics that other systems can receive: results through the webhook, events through the collector. */
export const TOPICS = ['results', 'events'] as const
export type OutboxTopic = (typeof TOPICS)[number]

/** The event that notifies the collector of a deleted account. It's deleted once accepted. */
export const ACCOUNT_DELETED = 'account_deleted'

/** The column with a message's subject. */
const SUBJECT = { results: sql.ref('assessment_id'), events: sql.ref('event_id') }

/**
 * The command that queues messages, each once, if the topic has a receiver. Statements that create results or events
 * contain it, so none are lost.
 * @param rows a query of the statement with `id`: assessments or events
 * @param traceparent the trace of the request that finished an assessment
 */
const queue = (topic: OutboxTopic, rows: RawBuilder<unknown>, traceparent: string | null = null): RawBuilder<unknown> =>
  sql`insert into outbox (${SUBJECT[topic]}, traceparent)
    select id, ${traceparent}::text from ${rows}, outbox_receivers where topic = ${topic}
    on conflict do nothing`

/** Whether an assessment is a result for the webhook: finished, and an account's. */
const IS_RESULT = sql`finished_at is not null and user_id is not null`

/** Queues the results among `attempts`, which has their current `id`, `user_id`, and `finished_at`. */
export const queueResults = (attempts: RawBuilder<unknown>, traceparent: string | null): RawBuilder<unknown> =>
  queue('results', sql`(select id from ${attempts} where ${IS_RESULT}) as result`, traceparent)

/** Queues events that the statement has just stored. */
export const queueEvents = (events: RawBuilder<unknown>): RawBuilder<unknown> => queue('events', events)

/** Makes all processes queue the topic's messages from now on. */
export async function beginTopic(db: Database, topic: OutboxTopic): Promise<void> {
  await db
    .insertInto('outbox_receivers')
    .values({ topic })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The topic has no receiver anymore. Waiting messages stay for the next one. */
export async function endTopic(db: Database, topic: OutboxTopic): Promise<void> {
  await db.deleteFrom('outbox_receivers').where('topic', '=', topic).execute()
}

/** `isLast`: given up unless it's accepted this time. */
export type Due = { id: string; traceparent: string | null; isLast: boolean }

/**
 * Takes messages that are due, and sets when each is tried again unless it's settled: a process that dies meanwhile
 * loses none. Processes share the work.
 * @param pauses the seconds after each try; after the last, it's given up
 */
export async function takeDue(
  db: Database,
  topic: OutboxTopic,
  { limit, pauses }: { limit: number; pauses: readonly number[] },
): Promise<Due[]> {
  const subject = SUBJECT[topic]
  // Pauses vary by a tenth, so that messages that failed together aren't tried together.
  const pause = sql`(${pauses}::float8[])[tries + 1] * (0.9 + 0.2 * random())`
  const { rows } = await sql<Due>`
    with taken as (
      select ${subject} as id from outbox where ${subject} is not null and due <= now()
      order by due limit ${limit} for update skip locked
    )
    update outbox set tries = tries + 1, due = coalesce(now() + make_interval(secs => ${pause}), 'infinity')
    from taken where ${subject} = taken.id
    returning taken.id, traceparent, due = 'infinity' as "isLast"`.execute(db)
  return rows
}

/** `isFinal`: another try would fail too. */
export type Failure = { id: string; error: string; isFinal: boolean }

/** Deletes accepted messages, including notices of deleted accounts, and records why the others failed. */
export async function settle(
  db: Database,
  topic: OutboxTopic,
  { accepted, failures }: { accepted: readonly string[]; failures: readonly Failure[] },
): Promise<void> {
  const subject = SUBJECT[topic]
  if (accepted.length > 0)
    await sql`with accepted as (delete from outbox where ${subject} = any(${accepted}::uuid[]) returning event_id)
      delete from events using accepted where id = event_id and name = ${ACCOUNT_DELETED}`.execute(db)
  if (failures.length > 0)
    await sql`update outbox set last_error = error, due = case when "isFinal" then 'infinity' else due end
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as failure (id uuid, error text, "isFinal" boolean)
      where ${subject} = any(${failures.map(({ id }) => id)}::uuid[]) and ${subject} = failure.id`.execute(db)
}

/** Counting stops here. */
const MAX_COUNTED = 10_000

export type Counts = { waiting: number; oldestSeconds: number; givenUp: number }

/** How many of the topic's messages are waiting, the age of the oldest, and how many were given up. */
export async function countMessages(db: Database, topic: OutboxTopic): Promise<Counts> {
  const first = (which: RawBuilder<unknown>) =>
    sql`(select queued_at, due from outbox where ${SUBJECT[topic]} is not null and ${which} order by due limit ${MAX_COUNTED})`
  const { rows } = await sql<Counts>`
    select count(*) filter (where due < 'infinity')::integer as waiting,
      coalesce(extract(epoch from now() - min(queued_at) filter (where due < 'infinity')), 0)::float8 as "oldestSeconds",
      count(*) filter (where due = 'infinity')::integer as "givenUp"
    from (${first(sql`due < 'infinity'`)} union all ${first(sql`due = 'infinity'`)}) as counted`.execute(db)
  return rows[0] as Counts
}

/** Messages given up for one reason. `event` is the name of events; null for results. */
export type GivenUp = {
  event: string | null
  last_error: string
  messages: number
  first: Date
  last: Date
  /** The id of one of them. */
  example: string
}

/** The topic's given-up messages, by reason. */
export async function listGivenUp(db: Database, topic: OutboxTopic): Promise<GivenUp[]> {
  const subject = SUBJECT[topic]
  const { rows } = await sql<GivenUp>`
    select name as event, last_error, count(*)::integer as messages, min(queued_at) as first, max(queued_at) as last,
      min(${subject}::text) as example
    from outbox left join events on events.id = event_id where ${subject} is not null and due = 'infinity'
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Messages to send again: those given up, one message, or all since a time, even from before there was a receiver. */
export type MessagesToResend = 'given up' | { id: string } | { since: Date }

const RESENT_AT_ONCE = 1000
const AGAIN = sql`tries = 0, due = now(), last_error = ''`

type Place = { at: string; id: string }

/**
 * Queues the rows of a query, page by page.
 * @returns how many
 */
async function queuePages(
  db: Database,
  topic: OutboxTopic,
  pageAfter: (place: Place) => RawBuilder<Place>,
): Promise<number> {
  let queued = 0
  let place: Place | undefined = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  while (place) {
    const { rows } = await sql<Place>`
      with page as (${pageAfter(place)} limit ${RESENT_AT_ONCE}), queued as (
        insert into outbox (${SUBJECT[topic]}) select id from page on conflict (${SUBJECT[topic]}) do update set ${AGAIN}
      )
      select at::text, id from page order by page.at, id`.execute(db)
    queued += rows.length
    place = rows.length < RESENT_AT_ONCE ? undefined : rows.at(-1)
  }
  return queued
}

/** The sources of each topic's messages. `time` is indexed and orders pages. */
const SOURCES = {
  results: {
    rows: sql`from assessments where ${IS_RESULT}`,
    time: sql.ref('created_at'),
    // Few tests take longer than a day.
    since: (time: Date) => sql`finished_at >= ${time} and created_at > ${time}::timestamptz - interval '1 day'`,
  },
  events: {
    rows: sql`from events where true`,
    time: sql.ref('received_at'),
    since: (time: Date) => sql`received_at >= ${time}`,
  },
}

/** Queues messages again, whether they were accepted or not. @returns how many */
export async function resend(db: Database, topic: OutboxTopic, what: MessagesToResend): Promise<number> {
  const subject = SUBJECT[topic]
  const { rows, time, since } = SOURCES[topic]
  if (what === 'given up')
    return queuePages(
      db,
      topic,
      () => sql`select due as at, ${subject} as id from outbox where ${subject} is not null and due = 'infinity'`,
    )
  if ('id' in what) return queuePages(db, topic, () => sql`select ${time} as at, id ${rows} and id = ${what.id}::uuid`)
  return queuePages(
    db,
    topic,
    ({ at, id }) => sql`select ${time} as at, id ${rows} and ${since(what.since)}
      and (${time}, id) > (${at}::timestamptz, ${id}::uuid) order by ${time}, id`,
  )
}
