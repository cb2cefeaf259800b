import { sql } from 'kysely'
import { MAX_TESTS_PER_DAY, RESUME_HOURS } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { runPrepared } from '../connection/prepared.ts'
import type { Database } from '../schema.ts'
import {
  SHOWN_COLUMNS,
  type ShownAttempt,
  type ShownRow,
  type StoredAttempt,
  toShown,
  toStored,
  WHOLE_COLUMNS,
  type WholeRow,
} from './attempt-rows.ts'
import { type Owner, ownedBy } from './ownership.ts'

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
const SHOWN_SQL = columns(SHOWN_COLUMNS)
const WHOLE_SQL = columns(WHOLE_COLUMNS)

/** @returns false if it's there already */
export async function insertAttempt(
  db: Database,
  { visitor, userId }: Owner & { visitor: string },
  { id, flowId, language, interfaceLanguage, seen, round }: StoredAttempt,
): Promise<boolean> {
  const { numAffectedRows } = await runPrepared(
    db,
    sql`insert into assessments (id, visitor, user_id, flow_id, language, interface_language, seen, round)
      values (${id}, ${visitor}, ${userId ?? null}, ${flowId}, ${language}, ${interfaceLanguage},
        ${JSON.stringify(seen)}, ${JSON.stringify(round)})
      on conflict (id) do nothing`,
  )
  return numAffectedRows === 1n
}

/** The ids of all items asked so far in the language, for this browser or account, oldest first. */
export async function itemsSeen(db: Database, { visitor, userId }: Owner, language: Language): Promise<number[]> {
  const { rows } = await runPrepared(
    db,
    sql<{ item_id: number }>`select item_id from assessment_items
      where (visitor = ${visitor ?? null}::text or user_id = ${userId ?? null}::integer) and language = ${language}
      group by item_id order by max(created_at), item_id`,
  )
  return rows.map((row) => row.item_id)
}

/**
 * Seconds until this browser or account may start another test; 0 means now. Their other starts wait until the
 * transaction ends, so simultaneous ones are counted too.
 */
export async function secondsUntilNext(transaction: Database, { visitor, userId }: Owner): Promise<number> {
  await runPrepared(transaction, sql`select pg_advisory_xact_lock(7053224, hashtext(${userId ?? visitor}::text))`)
  const { rows } = await runPrepared(
    transaction,
    sql<{ seconds: number }>`select ceil(extract(epoch from created_at + interval '1 day' - now()))::integer as seconds
      from assessments
      where (visitor = ${visitor ?? null}::text or user_id = ${userId ?? null}::integer)
        and created_at > now() - interval '1 day'
      order by created_at desc offset ${MAX_TESTS_PER_DAY - 1}::integer limit 1`,
  )
  const [row] = rows
  return row?.seconds ?? 0
}

/** Only the owner's attempt; any other id counts as unknown. */
export async function findAttempt(db: Database, id: string, owner: Owner): Promise<ShownAttempt | undefined> {
  const find = sql<ShownRow>`select ${SHOWN_SQL} from assessments where id = ${id} and ${ownedBy(owner)}`
  const [row] = (await runPrepared(db, find)).rows
  return row && toShown(row)
}

/** Only the owner's, with everything that its next answer needs. */
export async function findStoredAttempt(db: Database, id: string, owner: Owner): Promise<StoredAttempt | undefined> {
  const find = sql<WholeRow>`select ${WHOLE_SQL} from assessments where id = ${id} and ${ownedBy(owner)}`
  const [row] = (await runPrepared(db, find)).rows
  return row && toStored(row)
}

/** The owner's open attempts young enough to resume, the newest of each language. */
export async function findOpenAttempts(db: Database, owner: Owner): Promise<ShownAttempt[]> {
  const rows = await db
    .selectFrom('assessments')
    .select(SHOWN_COLUMNS)
    .distinctOn('language')
    .where(ownedBy(owner))
    .where('finished_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${RESUME_HOURS})`)
    .orderBy('language')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toShown)
}

/** The owner's last finished attempts, newest first. */
export async function findFinishedAttempts(db: Database, owner: Owner, limit: number): Promise<ShownAttempt[]> {
  const rows = await db
    .selectFrom('assessments')
    .select(SHOWN_COLUMNS)
    .where(ownedBy(owner))
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toShown)
}
