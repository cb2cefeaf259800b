import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Taken } from '#quiz/attempt.ts'
import { runPrepared } from '../connection/prepared.ts'
import type { Database } from '../schema.ts'
import type { StoredAttempt } from './attempt-rows.ts'
import { queueEvents, queueResults } from './outbox.ts'
import { type Owner, ownedBy } from './ownership.ts'

/** An answer as it arrived. */
export type NewAnswer = {
  id: string
  /** 1 is the first. */
  position: number
  choice: readonly string[]
  elapsedMs: number | undefined
  /** The visitor's consent: the answer also becomes an analytics event. */
  withEvent: boolean
  /** Of the request (W3C Trace Context); passed on with the event and the result. */
  traceparent: string | null
}

const EVENT = sql`insert into events
  (id, name, occurred_at, visitor, user_id, interface_language, traceparent, properties)`

/**
 * Writes an answer in one statement with everything that follows from it: the next round or the result, its events, and
 * their messages to other systems. The statement also checks that the answer is the owner's and the next one.
 * @returns false if nothing was written: another answer came first, or it isn't the owner's
 */
export async function recordAnswer(
  db: Database,
  owner: Owner,
  { id, position, choice, elapsedMs, withEvent, traceparent }: NewAnswer,
  { flowId, language, interfaceLanguage }: Pick<StoredAttempt, 'flowId' | 'language' | 'interfaceLanguage'>,
  { item, isCorrect, round, result }: Taken,
): Promise<boolean> {
  const isNext = sql`id = ${id} and ${ownedBy(owner)} and answered = ${position}::integer - 1`
  const answer = sql`answered = answered + 1, choices = choices || ${JSON.stringify([choice])}::jsonb,
    is_correct = is_correct || ${isCorrect}::boolean, elapsed_ms = elapsed_ms || ${elapsedMs ?? null}::integer,
    answered_at = answered_at || now()`
  const subject = { flow_id: flowId, assessment_id: id, language }
  const answerEvent = JSON.stringify({
    ...subject,
    position,
    question_id: item.id,
    is_correct: isCorrect,
    is_unknown: choice.length === 0,
  })
  const person = sql`${owner.visitor ?? null}::text, ${owner.userId ?? null}::integer, ${interfaceLanguage}::text,
    ${traceparent}::text`

  if (result) {
    const { rows } = await runPrepared(
      db,
      sql`with written as (
          update assessments set ${answer}, finished_at = now(), level = ${result.level}, percentile = ${result.percentile},
            theta = ${result.theta}, standard_error = ${result.standardError}::float8,
            band_lowest = ${result.band[0]}, band_highest = ${result.band[1]}
          where ${isNext} returning id, user_id, finished_at, language
        ), event as (${EVENT}
          select event.id, event.name, now(), ${person}, event.properties from written, (values
            (${withEvent ? newId() : null}::uuid, 'answer_question', ${answerEvent}::jsonb),
            (${withEvent ? newId() : null}::uuid, 'finish_assessment',
              ${JSON.stringify({ ...subject, level: result.level })}::jsonb)) as event (id, name, properties)
          where event.id is not null returning events.id
        ), queued_events as (${queueEvents(sql`event`)}), queued_result as (${queueResults(sql`written`, traceparent)})
        select id from written`,
    )
    return rows.length > 0
  }
  const change = round ? sql`${answer}, earlier = earlier || round, round = ${JSON.stringify(round)}::jsonb` : answer
  const update = sql`update assessments set ${change} where ${isNext} returning id`
  const { rows } = await runPrepared(
    db,
    withEvent
      ? sql`with written as (${update}), event as (${EVENT}
            select ${newId()}::uuid, 'answer_question', now(), ${person}, ${answerEvent}::jsonb from written returning id
          ), queued as (${queueEvents(sql`event`)})
          select id from written`
      : update,
  )
  return rows.length > 0
}
