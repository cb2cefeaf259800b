import type { AccountData } from '#contract/account.ts'
import { type Measured, measureHistory } from '../attempts/review.ts'
import {
  type ExportedAnswer,
  findAnswersToExport,
  findHistory,
  findOpenToExport,
  findSessions,
  findSignInMethods,
  type HistoryRow,
} from '../db/account.ts'
import { findWithKey, type HarvestSettings } from '../db/assessments.ts'
import { type EventOwner, findEventsOf } from '../db/events.ts'
import { findItemReports } from '../db/items.ts'
import type { Database } from '../db/schema.ts'
import type { Gate } from '../edge/admission.ts'
import type { SignedIn } from '../visitor/session.ts'
import { toFoundation } from './me.ts'

/** Computing their estimates takes a few milliseconds the first time (attempts/review.ts). */
const RESULTS_AT_ONCE = 25
const ITEM_REPORTS_AT_ONCE = 50
const EVENTS_AT_ONCE = 2000

const toPost = (text: string | null, postedAt: Date | null) =>
  text === null || postedAt === null ? null : { text, created_at: postedAt.toISOString() }

function toHistoryEntry(row: HistoryRow, measured: Measured): AccountData['assessments'][number] {
  const { assessment_id, language, level, than, finished_at, report_id, shared_at, post_text, posted_at } = row
  return {
    assessment_id,
    language,
    level,
    than,
    ...measured,
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
  const measured = await measureHistory(db, history)
  return {
    assessments: history.map((row) => toHistoryEntry(row, measured.get(row.assessment_id) as Measured)),
    next_before: found.length > history.length ? (history.at(-1)?.assessment_id ?? null) : null,
  }
}

/** What is stored about the account besides results, open assessments and events. `session` is the hash of the requesting session. */
async function toPerson(db: Database, user: SignedIn, session: string | undefined, itemReports?: number) {
  const { id, publicId, nickname, avatar_file_name, country_id, created_at } = user
  const reports = await findItemReports(db, id, itemReports)
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
    item_reports: reports.map(({ language, reason, note, created_at: reportedAt }) => ({
      language,
      reason,
      note,
      created_at: reportedAt.toISOString(),
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
  return {
    ...(await toPerson(db, user, session, ITEM_REPORTS_AT_ONCE)),
    ...(await toHistoryPage(db, user.id, before)),
  }
}

type Next<Row> = (last: string | undefined) => Promise<{ rows: Row[]; last: string | undefined }>

/** The elements of a JSON array, read and written a page at a time, so that a slow download does not occupy the gate. */
async function* elements<Row>(gate: Gate, next: Next<Row>): AsyncGenerator<string> {
  let isFirst = true
  let last: string | undefined
  do {
    const page = await gate.run(() => next(last))
    if (page.rows.length > 0) yield (isFirst ? '' : ',') + page.rows.map((row) => JSON.stringify(row)).join(',')
    if (page.rows.length > 0) isFirst = false
    last = page.last
  } while (last !== undefined)
}

type Answers = Map<string, (Omit<ExportedAnswer, 'assessment_id' | 'is_correct'> & { is_correct?: boolean })[]>

/** The answers of each assessment; the right options only for those in `withKey`. */
async function answersOf(db: Database, ids: readonly string[], withKey?: ReadonlySet<string>): Promise<Answers> {
  const answers = await findAnswersToExport(db, ids)
  const grouped = Map.groupBy(answers, (answer) => answer.assessment_id)
  const toAnswer = ({ assessment_id, is_correct, ...answer }: ExportedAnswer) =>
    withKey?.has(assessment_id) ? { ...answer, is_correct } : answer
  return new Map(ids.map((id) => [id, (grouped.get(id) ?? []).map(toAnswer)]))
}

/** The id of the last row, if there may be more rows. */
const lastOf = <Row extends { id: string }>(rows: Row[], limit: number) =>
  rows.length < limit ? undefined : rows.at(-1)?.id

/** Everything stored about the account, as chunks of a JSON document of the shape `{ data: AccountData }`. */
export async function* exportAccount(
  { db, gate, settings }: { db: Database; gate: Gate; settings: HarvestSettings },
  user: SignedIn,
  { session, visitor }: { session: string | undefined; visitor: string | undefined },
): AsyncGenerator<string> {
  const person = { ...(await gate.run(() => toPerson(db, user, session))), next_before: null }
  yield `{"data":${JSON.stringify(person).slice(0, -1)},"assessments":[`
  yield* elements(gate, async (before) => {
    const { assessments, next_before } = await toHistoryPage(db, user.id, before)
    const ids = assessments.map(({ assessment_id }) => assessment_id)
    const answers = await answersOf(db, ids, await findWithKey(db, user.id, ids, settings))
    const rows = assessments.map((entry) => ({ ...entry, answers: answers.get(entry.assessment_id) }))
    return { rows, last: next_before ?? undefined }
  })
  yield '],"open_assessments":['
  yield* elements(gate, async (after) => {
    const open = await findOpenToExport(db, user.id, { after, limit: RESULTS_AT_ONCE })
    const answers = await answersOf(
      db,
      open.map(({ id }) => id),
    )
    const rows = open.map(({ id, language, created_at }) => ({
      assessment_id: id,
      language,
      created_at,
      answers: answers.get(id),
    }))
    return { rows, last: lastOf(open, RESULTS_AT_ONCE) }
  })
  yield '],"events":['
  const owner: EventOwner = { userId: user.id, publicId: user.publicId, visitor }
  yield* elements(gate, async (after) => {
    const events = await findEventsOf(db, owner, { after, limit: EVENTS_AT_ONCE })
    const rows = events.map(({ id: _, ...event }) => event)
    return { rows, last: lastOf(events, EVENTS_AT_ONCE) }
  })
  yield ']}}'
}
