import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Attempt, Taken } from '#quiz/attempt.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import type { ObservedResults } from '#quiz/percentile.ts'
import { ROUND_SIZE } from '#quiz/test-plan.ts'
import { type HarvestSettings, type Owner, SHOWN, type ShownAssessment } from './assessments.ts'
import type { Database, Tables } from './schema.ts'
import { statement } from './statement.ts'

/** An assessment as the rules need it; `results` holds all results in its language, if asked for. */
export type StoredAttempt = ShownAssessment & Attempt & { results?: CountedResult[] }

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

const insert = statement<{ id: string }>(
  'insert-assessment',
  `insert into assessments (${NEW}) values (${NEW.map((_, index) => `$${index + 1}`)}) on conflict (id) do nothing returning id`,
)

/** @returns false if it is there already */
export async function insertAssessment(db: Database, row: NewAssessment): Promise<boolean> {
  const stored = { ...row, seen: JSON.stringify(row.seen), round: JSON.stringify(row.round) }
  const inserted = await insert(
    db,
    NEW.map((column) => stored[column]),
  )
  return inserted.length > 0
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

const ATTEMPT = `select ${SHOWN}, seen, earlier, choices, is_correct`
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

/** $4 is the position, $5 the choice, $6 the milliseconds, $7 the id of the event, null for none, $8 the trace. */
const answerValues = (owner: Owner, { id, position, choice, elapsedMs, withEvent, traceparent }: NewAnswer) => [
  ...ownValues(id, owner),
  position,
  JSON.stringify(choice),
  elapsedMs ?? null,
  withEvent ? newId() : null,
  traceparent,
]
const ANSWERED = `answered = answered + 1, choices = choices || jsonb_build_array($5::jsonb),
  elapsed_ms = elapsed_ms || $6::integer, answered_at = answered_at || now()`
const IS_NEXT = `${OWN} and answered = $4::integer - 1`
const WRITTEN = `returning ${SHOWN}, interface_language, is_correct`
const WITH_EVENT = `insert into events (id, name, occurred_at, visitor, interface_language, traceparent, properties)
  select $7::uuid, 'answer_question', now(), $2, interface_language, $8::text, jsonb_build_object(
    'flow_id', flow_id, 'assessment_id', id, 'language', language, 'position', answered, 'question_id', item_id,
    'is_correct', is_correct[answered], 'is_unknown', $5::jsonb = '[]')
  from written where $7::uuid is not null`

const ASKED = `(round -> ($4::integer - 1) % ${ROUND_SIZE})`
const KEY = `(${ASKED} -> 'correct')`
/** As `isCorrectChoice` of src/quiz/bank.ts has it: the same options, each once. */
const IS_CORRECT = `(jsonb_array_length($5::jsonb) = jsonb_array_length(${KEY}) and ${KEY} @> $5::jsonb and ${KEY} <@ $5::jsonb)`

const writeInRound = statement<ShownAssessment>(
  'update-in-round',
  `with written as (
     update assessments set ${ANSWERED}, is_correct = is_correct || ${IS_CORRECT}
     where ${IS_NEXT} and $4::integer <= total and ${ASKED} -> 'options' @> $5::jsonb
     ${WRITTEN}, (${ASKED} ->> 'item_id')::integer as item_id
   ), event as (${WITH_EVENT})
   select ${SHOWN} from written`,
)

/**
 * Writes an answer that ends no round, if it is the owner's, for the next question and among its options. Checks and write are one statement.
 * @returns the assessment after it; undefined if nothing was written
 */
export async function answerInRound(
  db: Database,
  owner: Owner,
  answer: NewAnswer,
): Promise<ShownAssessment | undefined> {
  return (await writeInRound(db, answerValues(owner, answer)))[0]
}

const writeTaken = statement<ShownAssessment>(
  'update-attempt',
  `with written as (
     update assessments set ${ANSWERED}, is_correct = is_correct || $9::boolean, total = $10,
       earlier = case when $11::jsonb is null then earlier else earlier || round end, round = coalesce($11::jsonb, round),
       level = $12, than = $13, than_of = $14, theta = $15, standard_error = $16::float8, scorer_version = $17,
       finished_at = case when $12::text is not null then now() end
     where ${IS_NEXT}
     ${WRITTEN}, user_id, $18::integer as item_id
   ), event as (${WITH_EVENT}
   ), result as (
     insert into result_counts as counts (language, level, score, finished)
     select language, level, $19::smallint, 1 from written where level is not null
     on conflict (language, level, score) do update set finished = counts.finished + 1
   ), delivery as (
     insert into result_deliveries (assessment_id, traceparent) select written.id, $8::text from written, result_webhook
     where level is not null and user_id is not null
     on conflict do nothing
   ), finish as (
     insert into events (id, name, occurred_at, visitor, interface_language, traceparent, properties)
     select $20::uuid, 'finish_assessment', now(), $2, interface_language, $8::text,
       jsonb_build_object('flow_id', flow_id, 'assessment_id', id, 'language', language, 'level', level)
     from written where $20::uuid is not null
   )
   select ${SHOWN} from written`,
)

const toScore = (theta: number) => Math.round(theta * 10)

/**
 * Writes an answer and everything that follows from it: the next round or the result, the events, the count of results and the delivery to the webhook.
 * @returns the assessment after it; undefined if another answer came first
 */
export async function recordAnswer(
  db: Database,
  owner: Owner,
  answer: NewAnswer,
  { item, isCorrect, total, round, result }: Taken,
): Promise<ShownAssessment | undefined> {
  const { level, than, than_of, theta, standard_error, scorer_version } = result ?? {}
  const rows = await writeTaken(db, [
    ...answerValues(owner, answer),
    isCorrect,
    total,
    round && JSON.stringify(round),
    ...[level, than, than_of, theta, standard_error, scorer_version].map((value) => value ?? null),
    item.item_id,
    result ? toScore(result.theta) : null,
    result && answer.withEvent ? newId() : null,
  ])
  return rows[0]
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
