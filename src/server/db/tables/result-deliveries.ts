import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { publicIdOf } from './identities.ts'
import type { HistoryRow } from './results.ts'

/** A finished attempt with the id of its person on the wire: the linked marketplace's, if it has the accounts. */
export type ResultRow = Pick<
  HistoryRow,
  'assessment_id' | 'language' | 'level' | 'percentile' | 'finished_at' | 'band_lowest' | 'band_highest'
> & { user_id: string }

export type Delivery = ResultRow & { traceparent: string | null }

/** Whether an attempt is a result that the webhook gets: finished, and an account's. */
const IS_RESULT = sql`finished_at is not null and user_id is not null`

/**
 * The command that queues the results among `attempts`, each once, if there is a webhook. Every statement that finishes
 * attempts or gives them to an account contains it. A trigger is as quick, but gets the trace of the request only by
 * way of the connection's state.
 * @param attempts a query of the statement, with `id`, `user_id` and `finished_at` as they are now
 * @param traceparent the trace of the request that finished them
 */
export const queueResults = (attempts: RawBuilder<unknown>, traceparent: string | null): RawBuilder<unknown> =>
  sql`insert into result_deliveries (assessment_id, traceparent)
    select ${attempts}.id, ${traceparent}::text from ${attempts}, result_webhook where ${IS_RESULT}
    on conflict do nothing`

/** From now on, what is finished or claimed is queued for the webhook, by all processes. */
export async function subscribe(db: Database): Promise<void> {
  await db
    .insertInto('result_webhook')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const NOBODY = 'The account is from before a change of MARKETPLACE_API_URL: it has no id there.'

/**
 * Takes the deliveries that are due, and sets when each is tried again unless it is marked: a process that dies
 * meanwhile loses none. Those of accounts that have no id on the wire are given up.
 * @param issuer the linked marketplace that has the accounts, if there is one
 * @param pauses the seconds after each try; after the last it is given up
 */
export async function takeDue(
  db: Database,
  { limit, issuer, pauses }: { limit: number; issuer: string | undefined; pauses: readonly number[] },
): Promise<Delivery[]> {
  // Pauses vary by a tenth, so that what failed at once is not tried at once.
  const pause = sql`(${pauses}::float8[])[delivery.tries + 1] * (0.9 + 0.2 * random())`
  const { rows } = await sql<Delivery>`
    with due as (
      select assessment_id from result_deliveries where next_try_at <= now() order by next_try_at limit ${limit}
      for update skip locked
    ), batch as (
      update result_deliveries as delivery set tries = tries + 1,
        next_try_at = coalesce(case when person.id is not null then now() + make_interval(secs => ${pause}) end, 'infinity'),
        last_failure = case when person.id is null then ${NOBODY} else last_failure end
      from due join assessments on assessments.id = assessment_id
        cross join lateral (select ${publicIdOf(issuer, sql.ref('assessments.user_id'))} as id) as person
      where delivery.assessment_id = due.assessment_id
      returning delivery.assessment_id, traceparent, person.id as user_id
    )
    select assessment_id, traceparent, language, level, percentile, finished_at, band_lowest, band_highest,
      batch.user_id
    from batch join assessments on id = assessment_id
    where batch.user_id is not null`.execute(db)
  return rows
}

export async function markDelivered(db: Database, attemptId: string): Promise<void> {
  await db
    .updateTable('result_deliveries')
    .set({ delivered_at: sql<Date>`now()`, next_try_at: null, last_failure: '' })
    .where('assessment_id', '=', attemptId)
    .execute()
}

export async function markFailed(db: Database, attemptId: string, failure: string): Promise<void> {
  await db
    .updateTable('result_deliveries')
    .set({ last_failure: failure })
    .where('assessment_id', '=', attemptId)
    .execute()
}

const MAX_COUNTED = 10_000

type Counts = { waiting: number; oldestSeconds: number; givenUp: number }

/** How many deliveries wait, up to a limit, the age of the oldest, and how many were given up. */
export async function countDeliveries(db: Database): Promise<Counts> {
  const isWaiting = sql`next_try_at < 'infinity'`
  const isGivenUp = sql`next_try_at = 'infinity'`
  const first = (which: RawBuilder<unknown>) =>
    sql`(select queued_at, next_try_at from result_deliveries where ${which} limit ${MAX_COUNTED})`
  const { rows } = await sql<Counts>`
    select count(*) filter (where ${isWaiting})::integer as waiting, count(*) filter (where ${isGivenUp})::integer as "givenUp",
      coalesce(extract(epoch from now() - min(queued_at) filter (where ${isWaiting})), 0)::float8 as "oldestSeconds"
    from (${first(isWaiting)} union all ${first(isGivenUp)}) as counted`.execute(db)
  return rows[0] as Counts
}

export type GivenUp = { assessment_id: string; queued_at: Date; tries: number; last_failure: string }

/** The deliveries that were given up, oldest first. */
export async function findGivenUp(db: Database, limit: number): Promise<GivenUp[]> {
  return db
    .selectFrom('result_deliveries')
    .select(['assessment_id', 'queued_at', 'tries', 'last_failure'])
    .where('next_try_at', '=', sql<Date>`'infinity'`)
    .orderBy('queued_at')
    .limit(limit)
    .execute()
}

/**
 * What to send again: what was given up, one result, or all that were finished or claimed since a time, also before the
 * webhook was switched on.
 */
export type ResultsToResend = 'given up' | { id: string } | { since: Date }

const RESENT_AT_ONCE = 1000
const AGAIN = sql`tries = 0, next_try_at = now(), last_failure = ''`

type Place = { at: string; id: string }

/** Queues what stands on a page of ids, page by page. @returns how many */
async function queuePages(
  db: Database,
  pageAfter: (place: Place) => RawBuilder<Place>,
  ifQueued: RawBuilder<unknown>,
): Promise<number> {
  let queued = 0
  let place: Place = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await sql<Place>`${pageAfter(place)} limit ${RESENT_AT_ONCE}`.execute(db)
    const ids = rows.map(({ id }) => id)
    const { numAffectedRows = 0n } = await sql`
      insert into result_deliveries (assessment_id) select unnest(${ids}::uuid[])
      on conflict (assessment_id) do ${ifQueued}`.execute(db)
    queued += Number(numAffectedRows)
    if (rows.length < RESENT_AT_ONCE) return queued
    place = rows.at(-1) as Place
  }
}

/** Queues results for the webhook again. @returns how many */
export async function resend(db: Database, what: ResultsToResend): Promise<number> {
  if (what === 'given up')
    return queuePages(
      db,
      () => sql`select '' as at, assessment_id as id from result_deliveries where next_try_at = 'infinity'`,
      sql`update set ${AGAIN}`,
    )
  const results = sql`from assessments where ${IS_RESULT}`
  if ('id' in what)
    return queuePages(db, () => sql`select '' as at, id ${results} and id = ${what.id}::uuid`, sql`update set ${AGAIN}`)
  const { since } = what
  const sentBefore = await queuePages(
    db,
    ({ at, id }) => sql`select queued_at::text as at, assessment_id as id from result_deliveries
      where queued_at >= ${since} and (queued_at, assessment_id) > (${at}::timestamptz, ${id}::uuid)
      order by queued_at, assessment_id`,
    sql`update set ${AGAIN}`,
  )
  // By an index: hardly a test takes longer than a day.
  const neverSent = await queuePages(
    db,
    ({ at, id }) => sql`select created_at::text as at, id ${results} and finished_at >= ${since}
      and created_at > ${since}::timestamptz - interval '1 day' and (created_at, id) > (${at}::timestamptz, ${id}::uuid)
      order by created_at, id`,
    sql`nothing`,
  )
  return sentBefore + neverSent
}
