import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Attempt, Taken } from '#quiz/attempt.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { ObservedResults } from '#quiz/percentile.ts'
import { type HarvestSettings, type Owner, SHOWN, type ShownAssessment } from './assessments.ts'
import type { Database, Tables } from './schema.ts'
import { statement, writeStatement } from './statement.ts'

/** An assessment as the rules and its events need it; `results` holds all results in its language, if asked for. */
export type StoredAttempt = ShownAssessment & Attempt & { interface_language: string; results?: CountedResult[] }

const NEW = [
  'id',
  'visitor',
  'user_id',
  'flow_id',
  'language',
  'interface_language',
  'level_rule',
  'planned_questions',
  'total',
  'seen',
  'round',
] as const

export type NewAssessment = Pick<Selectable<Tables['assessments']>, (typeof NEW)[number]>

const insert = writeStatement(
  'insert-assessment',
  `insert into assessments (${NEW}) values (${NEW.map((_, index) => `$${index + 1}`)}) on conflict (id) do nothing`,
)

/** @returns false if it is there already */
export async function insertAssessment(db: Database, row: NewAssessment): Promise<boolean> {
  const stored = { ...row, seen: JSON.stringify(row.seen), round: JSON.stringify(row.round) }
  const inserted = await insert(
    db,
    NEW.map((column) => stored[column]),
  )
  return inserted > 0
}

const findSeen = statement<{ item_id: number }>(
  'seen-items',
  'select distinct item_id from assessment_items where (visitor = $1 or user_id = $2) and language = $3',
)

/** The ids of all items that this browser or this account was asked in the language so far. */
export async function itemsSeen(db: Database, { visitor, userId }: Owner, language: Language): Promise<number[]> {
  const rows = await findSeen(db, [visitor ?? null, userId ?? null, language])
  return rows.map((row) => row.item_id)
}

const DAY = "created_at > now() - interval '1 day' order by created_at desc"
const findWait = statement<{ seconds: number | null }>(
  'wait-for-assessment',
  `select ceil(extract(epoch from max(created_at) + interval '1 day' - now()))::integer as seconds from (
     (select created_at from assessments where visitor = $1 and ${DAY} offset $3::integer - 1 limit 1)
     union all
     (select created_at from assessments where user_id = $2 and ${DAY} offset $4::integer - 1 limit 1)
   ) as begun`,
)

/** The seconds until this browser and this account may begin another assessment; 0: now. */
export async function secondsToWait(
  db: Database,
  { visitor, userId }: Owner,
  { ACCOUNT_ASSESSMENTS_PER_DAY, VISITOR_ASSESSMENTS_PER_DAY }: HarvestSettings,
): Promise<number> {
  const limits = [VISITOR_ASSESSMENTS_PER_DAY, ACCOUNT_ASSESSMENTS_PER_DAY]
  const [row] = await findWait(db, [visitor ?? null, userId ?? null, ...limits])
  return row?.seconds ?? 0
}

/** `ownedBy` of assessments.ts: $1 is the id of an assessment, $2 the owner's visitor and $3 the owner's account. */
const OWN = 'id = $1 and (user_id = $3::integer or (user_id is null and visitor = $2))'
const ownValues = (id: string, { visitor, userId }: Owner) => [id, visitor ?? null, userId ?? null]

const findShown = statement<ShownAssessment>('find-assessment', `select ${SHOWN} from assessments where ${OWN}`)

/** Only the owner's; anybody else's id counts as unknown. */
export async function findAssessment(db: Database, id: string, owner: Owner): Promise<ShownAssessment | undefined> {
  return (await findShown(db, ownValues(id, owner)))[0]
}

const findClaimed = statement<{ id: string }>(
  'claimed-from-visitor',
  'select id from assessments where id = $1 and visitor = $2 and user_id is not null',
)

/** Whether the visitor's browser began this assessment and an account has claimed it since. */
export async function isClaimedFrom(db: Database, id: string, visitor: string): Promise<boolean> {
  return (await findClaimed(db, [id, visitor])).length > 0
}

const ATTEMPT = `select ${SHOWN}, interface_language, seen, earlier, choices, is_correct`
const findStored = statement<StoredAttempt>('find-attempt', `${ATTEMPT} from assessments where ${OWN}`)
const findWithResults = statement<StoredAttempt>(
  'find-attempt-with-results',
  `${ATTEMPT}, (select coalesce(json_agg(json_build_object('level', level, 'score', score, 'finished', finished)), '[]')
     from result_counts where result_counts.language = assessments.language) as results
   from assessments where ${OWN}`,
)

export async function findAttempt(
  db: Database,
  id: string,
  owner: Owner,
  { withResults = false } = {},
): Promise<StoredAttempt | undefined> {
  return (await (withResults ? findWithResults : findStored)(db, ownValues(id, owner)))[0]
}

/** An answer as it arrived. */
export type NewAnswer = {
  id: string
  /** 1 is the first. */
  position: number
  choice: readonly string[]
  elapsedMs: number | undefined
  /** The visitor's consent: the answer also becomes an analytics event. */
  withEvent: boolean
  /** Of the request (W3C Trace Context); goes on with the event and the result. */
  traceparent: string | null
}

/** $4 is the position, $5 the choices to add, $6 the milliseconds and $7 whether the choice is correct. */
const ANSWERED = `answered = answered + 1, choices = choices || $5::jsonb, elapsed_ms = elapsed_ms || $6::integer,
  is_correct = is_correct || $7::boolean, answered_at = answered_at || now()`
const IS_NEXT = `${OWN} and answered = $4::integer - 1`

const EVENT = 'insert into events (id, name, occurred_at, visitor, interface_language, traceparent, properties)'
/** $8 and $9 are the interface language and the trace of the events, $10 and $11 id and properties of the answer's. */
const ANSWER_EVENT = `${EVENT} select $10::uuid, 'answer_question', now(), $2, $8::text, $9::text, $11::jsonb from written`

const inRound = `update assessments set ${ANSWERED} where ${IS_NEXT}`
const writeInRound = writeStatement('write-answer', inRound)
const writeInRoundWithEvent = writeStatement(
  'write-answer-with-event',
  `with written as (${inRound} returning id) ${ANSWER_EVENT}`,
)

const endingRound = (total: '$8' | '$12', round: '$9' | '$13') =>
  `update assessments set ${ANSWERED}, total = ${total}, earlier = earlier || round, round = ${round}::jsonb where ${IS_NEXT}`
const writeRound = writeStatement('write-round', endingRound('$8', '$9'))
const writeRoundWithEvent = writeStatement(
  'write-round-with-event',
  `with written as (${endingRound('$12', '$13')} returning id) ${ANSWER_EVENT}`,
)

const writeResult = writeStatement(
  'write-result',
  `with written as (
     update assessments set ${ANSWERED}, finished_at = now(), level = $12, than = $13, than_of = $14, theta = $15,
       standard_error = $16::float8, scorer_version = $17
     where ${IS_NEXT} returning id, user_id, language
   ), event as (${EVENT}
     select event.id, event.name, now(), $2, $8::text, $9::text, event.properties from written,
       (values ($10::uuid, 'answer_question', $11::jsonb), ($18::uuid, 'finish_assessment', $19::jsonb)) as event (id, name, properties)
     where event.id is not null
   ), delivery as (
     insert into result_deliveries (assessment_id, traceparent)
     select written.id, $9::text from written, result_webhook where user_id is not null
     on conflict do nothing
   )
   insert into result_counts as counts (language, level, score, finished)
   select language, $12, $20::smallint, 1 from written
   on conflict (language, level, score) do update set finished = counts.finished + 1`,
)

const toScore = (theta: number) => Math.round(theta * 10)

/**
 * Writes an answer and everything that follows from it in one statement, which also checks that it is the owner's and the next: the next round or the result,
 * the events, the count of results and the delivery to the webhook.
 * @returns false if nothing was written: another answer came first, or it is not the owner's
 */
export async function recordAnswer(
  db: Database,
  owner: Owner,
  { id, position, choice, elapsedMs, withEvent, traceparent }: NewAnswer,
  { flow_id, language, interface_language }: Pick<StoredAttempt, 'flow_id' | 'language' | 'interface_language'>,
  { item, isCorrect, total, round, result }: Taken,
): Promise<boolean> {
  const about = { flow_id, assessment_id: id, language }
  const answer = {
    ...about,
    position,
    question_id: item.item_id,
    is_correct: isCorrect,
    is_unknown: choice.length === 0,
  }
  const values = [...ownValues(id, owner), position, JSON.stringify([choice]), elapsedMs ?? null, isCorrect]
  const event = [interface_language, traceparent, withEvent ? newId() : null, JSON.stringify(answer)]
  if (!result) {
    const next = round ? [total, JSON.stringify(round)] : []
    const [plain, both] = round ? [writeRound, writeRoundWithEvent] : [writeInRound, writeInRoundWithEvent]
    return (await (withEvent ? both(db, [...values, ...event, ...next]) : plain(db, [...values, ...next]))) > 0
  }
  const { level, than, than_of, theta, standard_error, scorer_version } = result
  const written = await writeResult(db, [
    ...[...values, ...event, level, than, than_of, theta, standard_error, scorer_version],
    ...[withEvent ? newId() : null, JSON.stringify({ ...about, level }), toScore(theta)],
  ])
  return written > 0
}

/** How often a result was reached; `score` is theta in tenths. */
export type CountedResult = { level: Level; score: number; finished: number }

/** How many of these results there are, and how many are below the given one: results compare by level, within a level by score. */
export function compareResults(
  results: readonly CountedResult[],
  { level, theta }: { level: Level; theta: number },
): ObservedResults {
  const score = toScore(theta)
  const sum = (some: readonly CountedResult[]) => some.reduce((all, { finished }) => all + finished, 0)
  const isBelow = (one: CountedResult) => one.level < level || (one.level === level && one.score < score)
  return { finished: sum(results), below: sum(results.filter(isBelow)) }
}
