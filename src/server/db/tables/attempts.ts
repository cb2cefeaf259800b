import { sql } from 'kysely'
import type { Language } from '#quiz/languages.ts'
import { listed, statement, writeStatement } from '../connection/statement.ts'
import type { Database } from '../schema.ts'
import {
  itemsToStore,
  SHOWN,
  type ShownAttempt,
  type ShownRow,
  type StoredAttempt,
  toShown,
  toStored,
  WHOLE,
  type WholeRow,
} from './attempt-rows.ts'
import { OWNED, type Owner, ownedBy, ownerValues } from './ownership.ts'

const insert = writeStatement(
  'insert-assessment',
  `insert into assessments (id, visitor, user_id, flow_id, language, interface_language, level_rule, seen, round)
   values ($id, $visitor, $userId, $flowId, $language, $interfaceLanguage, $levelRule, $seen, $round) on conflict (id) do nothing`,
)

/**
 * @returns false if it is there already
 */
export async function insertAttempt(
  db: Database,
  { visitor, userId }: Owner & { visitor: string },
  { id, flowId, language, interfaceLanguage, levelRule, seen, round }: StoredAttempt,
): Promise<boolean> {
  const inserted = await insert(db, {
    id,
    visitor,
    userId: userId ?? null,
    flowId,
    language,
    interfaceLanguage,
    levelRule,
    seen: JSON.stringify(seen),
    round: itemsToStore(round),
  })
  return inserted > 0
}

const findSeen = statement(
  'seen-items',
  `select item_id from assessment_items where (visitor = $visitor or user_id = $userId)
     and language = $language group by item_id order by max(created_at), item_id`,
)

/** The ids of all items that this browser or this account was asked in the language so far, the longest ago first. */
export async function itemsSeen(db: Database, { visitor, userId }: Owner, language: Language): Promise<number[]> {
  const values = { visitor: visitor ?? null, userId: userId ?? null, language }
  const rows = await findSeen<{ item_id: number }>(db, values)
  return rows.map((row) => row.item_id)
}

/** How many tests a browser or an account may begin in 24 hours: enough for a class that shares a tablet. */
const MAX_TESTS_PER_DAY = 100

const findWait = statement(
  'wait-for-assessment',
  `select ceil(extract(epoch from created_at + interval '1 day' - now()))::integer as seconds from assessments
     where (visitor = $visitor or user_id = $userId) and created_at > now() - interval '1 day'
     order by created_at desc offset $others limit 1`,
)

/** The seconds until this browser or account may begin another test; 0: now. */
export async function secondsUntilNext(db: Database, { visitor, userId }: Owner): Promise<number> {
  const values = { visitor: visitor ?? null, userId: userId ?? null, others: MAX_TESTS_PER_DAY - 1 }
  const [row] = await findWait<{ seconds: number }>(db, values)
  return row?.seconds ?? 0
}

const OWN = `id = $id and ${OWNED}` as const

const findShown = statement('find-assessment', `select ${listed(SHOWN)} from assessments where ${OWN}`)

/** Only the owner's; anybody else's id counts as unknown. */
export async function findAttempt(db: Database, id: string, owner: Owner): Promise<ShownAttempt | undefined> {
  const [row] = await findShown<ShownRow>(db, { id, ...ownerValues(owner) })
  return row && toShown(row)
}

const findWhole = statement('find-attempt', `select ${listed(WHOLE)} from assessments where ${OWN}`)

/** Only the owner's, with everything that its next answer needs. */
export async function findStoredAttempt(db: Database, id: string, owner: Owner): Promise<StoredAttempt | undefined> {
  const [row] = await findWhole<WholeRow>(db, { id, ...ownerValues(owner) })
  return row && toStored(row)
}

/** How long an open attempt can be resumed. */
const RESUME_HOURS = 24

/** The owner's open attempts young enough to resume, the newest of each language. */
export async function findOpenAttempts(db: Database, owner: Owner): Promise<ShownAttempt[]> {
  const rows = await db
    .selectFrom('assessments')
    .select(SHOWN)
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
    .select(SHOWN)
    .where(ownedBy(owner))
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toShown)
}
