import { type RawBuilder, sql } from 'kysely'
import type { HistoryRow } from './account.ts'
import type { Database } from './schema.ts'

/** A finished assessment with the id of its person on the wire: the external marketplace's, if it has the accounts. */
export type ResultRow = Pick<
  HistoryRow,
  'assessment_id' | 'language' | 'level' | 'than' | 'finished_at' | 'band_lowest' | 'band_highest'
> & { user_id: string }

export type Delivery = ResultRow & { traceparent: string | null }

/** From now on, what is finished or claimed is queued for the webhook, by all processes. */
export async function subscribe(db: Database): Promise<void> {
  await db
    .insertInto('result_webhook')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes the deliveries that are due, and sets when each is tried again unless it is marked: a process that dies meanwhile loses none.
 * @param pauses the seconds after each try; after the last it is given up
 */
export async function takeDue(db: Database, limit: number, pauses: readonly number[]): Promise<Delivery[]> {
  // Pauses vary by a tenth, so that what failed at once is not tried at once.
  const pause = sql`(${pauses}::float8[])[delivery.tries + 1] * (0.9 + 0.2 * random())`
  const { rows } = await sql<Delivery>`
    with due as (
      select assessment_id from result_deliveries where next_try_at <= now() order by next_try_at limit ${limit}
      for update skip locked
    ), taken as (
      update result_deliveries as delivery set tries = tries + 1,
        next_try_at = coalesce(now() + make_interval(secs => ${pause}), 'infinity')
      from due where delivery.assessment_id = due.assessment_id
      returning delivery.assessment_id, traceparent
    )
    select assessment_id, traceparent, language, level, than, finished_at, band_lowest, band_highest,
      coalesce(subject, assessments.user_id::text) as user_id
    from taken join assessments on id = assessment_id
    left join identities on identities.user_id = assessments.user_id and provider = 'marketplace'`.execute(db)
  return rows
}

export async function markDelivered(db: Database, assessmentId: string): Promise<void> {
  await db
    .updateTable('result_deliveries')
    .set({ delivered_at: sql<Date>`now()`, next_try_at: null, last_failure: '' })
    .where('assessment_id', '=', assessmentId)
    .execute()
}

export async function markFailed(db: Database, assessmentId: string, failure: string): Promise<void> {
  await db
    .updateTable('result_deliveries')
    .set({ last_failure: failure })
    .where('assessment_id', '=', assessmentId)
    .execute()
}

const MOST_COUNTED = 10_000

type Counts = { waiting: number; oldestSeconds: number; givenUp: number }

/** How many deliveries wait, up to a limit, the age of the oldest, and how many were given up. */
export async function countDeliveries(db: Database): Promise<Counts> {
  const isWaiting = sql`next_try_at < 'infinity'`
  const isGivenUp = sql`next_try_at = 'infinity'`
  const some = (which: RawBuilder<unknown>) =>
    sql`(select queued_at, next_try_at from result_deliveries where ${which} limit ${MOST_COUNTED})`
  const { rows } = await sql<Counts>`
    select count(*) filter (where ${isWaiting})::integer as waiting, count(*) filter (where ${isGivenUp})::integer as "givenUp",
      coalesce(extract(epoch from now() - min(queued_at) filter (where ${isWaiting})), 0)::float8 as "oldestSeconds"
    from (${some(isWaiting)} union all ${some(isGivenUp)}) as counted`.execute(db)
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

/** What to send again: what was given up, one result, or all that were finished or claimed since a time, also before the webhook was switched on. */
export type Resent = 'given up' | { id: string } | { since: Date }

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
export async function resend(db: Database, what: Resent): Promise<number> {
  if (what === 'given up')
    return queuePages(
      db,
      () => sql`select '' as at, assessment_id as id from result_deliveries where next_try_at = 'infinity'`,
      sql`update set ${AGAIN}`,
    )
  const finished = sql`from assessments where user_id is not null and finished_at is not null`
  if ('id' in what)
    return queuePages(
      db,
      () => sql`select '' as at, id ${finished} and id = ${what.id}::uuid`,
      sql`update set ${AGAIN}`,
    )
  const { since } = what
  const known = await queuePages(
    db,
    ({ at, id }) => sql`select queued_at::text as at, assessment_id as id from result_deliveries
      where queued_at >= ${since} and (queued_at, assessment_id) > (${at}::timestamptz, ${id}::uuid)
      order by queued_at, assessment_id`,
    sql`update set ${AGAIN}`,
  )
  // By an index: hardly a test takes longer than a day.
  const before = await queuePages(
    db,
    ({ at, id }) => sql`select created_at::text as at, id ${finished} and finished_at >= ${since}
      and created_at > ${since}::timestamptz - interval '1 day' and (created_at, id) > (${at}::timestamptz, ${id}::uuid)
      order by created_at, id`,
    sql`nothing`,
  )
  return known + before
}

/** Of an account of ours. */
const MOST_ID = 2 ** 31 - 1

/** The account of a person on the wire. `issuer`: the external marketplace that has the accounts, if there is one. */
export async function findUserId(
  db: Database,
  issuer: string | undefined,
  publicId: string,
): Promise<number | undefined> {
  if (!issuer && !(/^[1-9]\d{0,9}$/.test(publicId) && Number(publicId) <= MOST_ID)) return undefined
  const found = issuer
    ? db
        .selectFrom('identities')
        .select('user_id as id')
        .where('provider', '=', 'marketplace')
        .where('issuer', '=', issuer)
        .where('subject', '=', publicId)
    : db.selectFrom('users').select('id').where('id', '=', Number(publicId))
  return (await found.executeTakeFirst())?.id
}
