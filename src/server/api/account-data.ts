import type { AccountData } from '#contract/account.ts'
import { measurementOf } from '../attempts/estimates.ts'
import { toFoundation } from '../built-in-marketplace/profile.ts'
import type { Database } from '../db/schema.ts'
import { type EventOwner, findEventsOf } from '../db/tables/events.ts'
import { findFlags } from '../db/tables/flags.ts'
import { findSignInMethods } from '../db/tables/identities.ts'
import {
  type ExportedAnswer,
  findAnswersToExport,
  findHistory,
  findOpenToExport,
  type HistoryRow,
} from '../db/tables/results.ts'
import { findSessions } from '../db/tables/sessions.ts'
import type { Gates } from '../http/gates.ts'
import type { SignedIn } from '../who/identity.ts'

/** How many results a page of them has. */
export const RESULTS_AT_ONCE = 25
const FLAGS_AT_ONCE = 50
const EVENTS_AT_ONCE = 2000

const toPost = (text: string | null, postedAt: Date | null) =>
  text === null || postedAt === null ? null : { text, created_at: postedAt.toISOString() }

function toHistoryEntry(row: HistoryRow): AccountData['assessments'][number] {
  const { assessment_id, language, level, percentile, finished_at, report_id, shared_at, post_text, posted_at } = row
  return {
    assessment_id,
    language,
    level,
    than: percentile,
    ...measurementOf(row),
    finished_at: finished_at.toISOString(),
    report:
      report_id && shared_at
        ? { report_id, created_at: shared_at.toISOString(), post: toPost(post_text, posted_at) }
        : null,
  }
}

/** A page of the account's results, newest first, and the cursor of the next page. */
async function toHistoryPage(
  db: Database,
  userId: number,
  before?: string,
): Promise<Pick<AccountData, 'assessments' | 'next_before'>> {
  const found = await findHistory(db, userId, { before, limit: RESULTS_AT_ONCE + 1 })
  const history = found.slice(0, RESULTS_AT_ONCE)
  return {
    assessments: history.map(toHistoryEntry),
    next_before: found.length > history.length ? (history.at(-1)?.assessment_id ?? null) : null,
  }
}

/**
 * Everything stored about the account except results, open attempts, and events. `session` is the hash of the
 * requesting session.
 */
async function toPerson(db: Database, user: SignedIn, session: string | undefined, flagsAtMost?: number) {
  const { id, publicId, nickname, avatar_file_name, country_id, created_at } = user
  const flags = await findFlags(db, id, flagsAtMost)
  const sessions = await findSessions(db, id)
  return {
    user_id: publicId,
    nickname,
    avatar_file_name,
    country_id,
    created_at: created_at.toISOString(),
    ...(await findSignInMethods(db, id)),
    profile: await toFoundation(db, user),
    sessions: sessions.map(({ token_sha256, device, created_at: since, expires_at }) => ({
      device,
      created_at: since.toISOString(),
      expires_at: expires_at.toISOString(),
      is_current: token_sha256 === session,
    })),
    item_flags: flags.map(({ language, reason, note, created_at: flaggedAt }) => ({
      language,
      reason,
      note,
      created_at: flaggedAt.toISOString(),
    })),
  }
}

type AccountView = { session: string | undefined; before?: string | undefined }

/** The account with one page of its results. */
export async function toAccountData(
  db: Database,
  user: SignedIn,
  { session, before }: AccountView,
): Promise<AccountData> {
  const history = await toHistoryPage(db, user.id, before)
  return { ...(await toPerson(db, user, session, FLAGS_AT_ONCE)), ...history }
}

type Next<Row> = (last: string | undefined) => Promise<{ rows: Row[]; last: string | undefined }>

/** All rows, read page by page, so other requests can pass the gate in between. */
async function allOf<Row>({ calls }: Pick<Gates, 'calls'>, next: Next<Row>): Promise<Row[]> {
  const all: Row[] = []
  let last: string | undefined
  do {
    const page = await calls.run('accounts', () => next(last))
    all.push(...page.rows)
    last = page.last
  } while (last !== undefined)
  return all
}

type Answers = Map<string, NonNullable<AccountData['open_assessments']>[number]['answers']>

/** The answers of each attempt; with `outcomes`, also whether they're right. */
async function answersOf(db: Database, ids: readonly string[], outcomes = false): Promise<Answers> {
  const answers = await findAnswersToExport(db, ids)
  const grouped = Map.groupBy(answers, (answer) => answer.assessment_id)
  const toAnswer = ({ assessment_id, is_correct, answered_at, ...answer }: ExportedAnswer) => ({
    ...answer,
    answered_at: answered_at.toISOString(),
    ...(outcomes ? { is_correct } : {}),
  })
  return new Map(ids.map((id) => [id, (grouped.get(id) ?? []).map(toAnswer)]))
}

/** The id of the last row, if there may be more rows. */
const lastOf = <Row extends { id: string }>(rows: Row[], limit: number) =>
  rows.length < limit ? undefined : rows.at(-1)?.id

/** Everything stored about the account. */
export async function exportAccount(
  { db, gates }: { db: Database; gates: Pick<Gates, 'calls'> },
  user: SignedIn,
  { session, visitor }: { session: string | undefined; visitor: string | undefined },
): Promise<AccountData> {
  const person = await gates.calls.run('accounts', () => toPerson(db, user, session))
  const assessments = await allOf(gates, async (before) => {
    const { assessments: finished, next_before } = await toHistoryPage(db, user.id, before)
    const ids = finished.map(({ assessment_id }) => assessment_id)
    const answers = await answersOf(db, ids, true)
    const rows = finished.map((entry) => ({ ...entry, answers: answers.get(entry.assessment_id) ?? [] }))
    return { rows, last: next_before ?? undefined }
  })
  const open_assessments = await allOf(gates, async (after) => {
    const open = await findOpenToExport(db, user.id, { after, limit: RESULTS_AT_ONCE })
    const answers = await answersOf(
      db,
      open.map(({ id }) => id),
    )
    const rows = open.map(({ id, language, created_at }) => ({
      assessment_id: id,
      language,
      created_at: created_at.toISOString(),
      answers: answers.get(id) ?? [],
    }))
    return { rows, last: lastOf(open, RESULTS_AT_ONCE) }
  })
  const owner: EventOwner = { userId: user.id, visitor }
  const events = await allOf(gates, async (after) => {
    const found = await findEventsOf(db, owner, { after, limit: EVENTS_AT_ONCE })
    const rows = found.map(({ id: _, occurred_at, ...event }) => ({ ...event, occurred_at: occurred_at.toISOString() }))
    return { rows, last: lastOf(found, EVENTS_AT_ONCE) }
  })
  return { ...person, assessments, open_assessments, events, next_before: null }
}
