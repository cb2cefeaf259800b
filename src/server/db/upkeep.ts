import { sql } from 'kysely'
import type { Settings } from '../settings.ts'
import type { Database } from './schema.ts'

/** Whether the database answers. */
export async function isDatabaseUp(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

type Retention = Pick<Settings, 'UNCLAIMED_DAYS' | 'EVENTS_RETENTION_DAYS'>

/** What is deleted after a time: the key of its table, and which rows are due. */
const OUTLIVED = {
  sessions: { key: 'token_sha256', due: () => sql`expires_at <= now()` },
  oauth_transactions: { key: 'state_sha256', due: () => sql`expires_at <= now()` },
  app_tokens: { key: 'id_sha256', due: () => sql`expires_at <= now()` },
  // The caps on codes look back for an hour, those on text messages for a day (auth/budgets.ts).
  code_challenges: { key: 'id', due: () => sql`created_at < now() - interval '1 hour'` },
  code_hours: { key: 'hour', due: () => sql`hour < now() - interval '2 days'` },
  events: {
    key: 'id',
    due: ({ EVENTS_RETENTION_DAYS: days }: Retention) =>
      sql`received_at < now() - make_interval(days => ${days}::integer)`,
  },
  assessments: {
    key: 'id',
    due: ({ UNCLAIMED_DAYS: days }: Retention) =>
      sql`user_id is null and created_at < now() - make_interval(days => ${days}::integer)`,
  },
}

export type Outlived = keyof typeof OUTLIVED
export const OUTLIVED_KINDS = Object.keys(OUTLIVED) as Outlived[]

/** A batch this size deletes well within the statement timeout, with all that hangs on its rows. */
const DELETED_AT_ONCE = 1000

/** Deletes what is due of one kind, in batches, until nothing is left or `signal` aborts. Processes that do it at once share the work. */
export async function deleteOutlived(
  db: Database,
  kind: Outlived,
  retention: Retention,
  { atOnce = DELETED_AT_ONCE, signal }: { atOnce?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const [table, key] = [sql.table(kind), sql.ref(OUTLIVED[kind].key)]
  const due = OUTLIVED[kind].due(retention)
  while (!signal?.aborted) {
    const { numAffectedRows = 0n } = await sql`delete from ${table} where ${key} = any(array(
      select ${key} from ${table} where ${due} limit ${atOnce} for update skip locked))`.execute(db)
    if (numAffectedRows < atOnce) return
  }
}
