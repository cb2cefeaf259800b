import { v7 as newId } from 'uuid'
import type { Taken } from '#quiz/attempt.ts'
import { statement, writeStatement } from '../connection/statement.ts'
import type { Database } from '../schema.ts'
import { itemsToStore, type StoredAttempt } from './attempt-rows.ts'
import { OWNED, type Owner, ownerValues } from './ownership.ts'
import { queueResults } from './result-deliveries.ts'

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

const ANSWER = `answered = answered + 1, choices = choices || $choices::jsonb, is_correct = is_correct || $isCorrect::boolean,
  elapsed_ms = elapsed_ms || $elapsedMs::integer, answered_at = answered_at || now()`
const NEXT_ROUND = 'earlier = earlier || round, round = $round::jsonb'
const RESULT = `finished_at = now(), level = $level, than = $percentile, theta = $theta,
  standard_error = $standardError::float8`
const IS_NEXT = `id = $id and ${OWNED} and answered = $position::integer - 1` as const

const EVENT =
  'insert into events (id, name, occurred_at, visitor, user_id, interface_language, traceparent, properties)'
const ANSWER_EVENT =
  `${EVENT} select $answerEventId::uuid, 'answer_question', now(), $visitor, $userId::integer, $interfaceLanguage::text,
  $traceparent::text, $answerEvent::jsonb from written` as const

const inRound = `update assessments set ${ANSWER} where ${IS_NEXT}` as const
const writeInRound = writeStatement('write-answer', inRound)
const writeInRoundWithEvent = writeStatement(
  'write-answer-with-event',
  `with written as (${inRound} returning id) ${ANSWER_EVENT}`,
)

const endingRound = `update assessments set ${ANSWER}, ${NEXT_ROUND} where ${IS_NEXT}` as const
const writeRound = writeStatement('write-round', endingRound)
const writeRoundWithEvent = writeStatement(
  'write-round-with-event',
  `with written as (${endingRound} returning id) ${ANSWER_EVENT}`,
)

const writeResult = statement(
  'write-result',
  `with written as (
     update assessments set ${ANSWER}, ${RESULT} where ${IS_NEXT} returning id, user_id, finished_at, language
   ), event as (${EVENT}
     select event.id, event.name, now(), $visitor, $userId::integer, $interfaceLanguage::text, $traceparent::text, event.properties
     from written, (values ($answerEventId::uuid, 'answer_question', $answerEvent::jsonb),
       ($resultEventId::uuid, 'finish_assessment', $resultEvent::jsonb)) as event (id, name, properties)
     where event.id is not null
   ), delivery as (${queueResults('written', '$traceparent::text')})
   select id from written`,
)

/**
 * Writes an answer and everything that follows from it in one statement, which also checks that it is the owner's and
 * the next: the next round or the result, its events, and its delivery to the webhook.
 * @returns false if nothing was written: another answer came first, or it is not the owner's
 */
export async function recordAnswer(
  db: Database,
  owner: Owner,
  { id, position, choice, elapsedMs, withEvent, traceparent }: NewAnswer,
  { flowId, language, interfaceLanguage }: Pick<StoredAttempt, 'flowId' | 'language' | 'interfaceLanguage'>,
  { item, isCorrect, round, result }: Taken,
): Promise<boolean> {
  const answer = {
    ...ownerValues(owner),
    id,
    position,
    choices: JSON.stringify([choice]),
    isCorrect,
    elapsedMs: elapsedMs ?? null,
  }
  const subject = { flow_id: flowId, assessment_id: id, language }
  const event = {
    interfaceLanguage,
    traceparent,
    answerEventId: withEvent ? newId() : null,
    answerEvent: JSON.stringify({
      ...subject,
      position,
      question_id: item.id,
      is_correct: isCorrect,
      is_unknown: choice.length === 0,
    }),
  }
  if (result) {
    const written = await writeResult(db, {
      ...answer,
      ...event,
      ...result,
      resultEventId: withEvent ? newId() : null,
      resultEvent: JSON.stringify({ ...subject, level: result.level }),
    })
    return written.length > 0
  }
  if (round) {
    const border = { ...answer, round: itemsToStore(round) }
    return (await (withEvent ? writeRoundWithEvent(db, { ...border, ...event }) : writeRound(db, border))) > 0
  }
  return (await (withEvent ? writeInRoundWithEvent(db, { ...answer, ...event }) : writeInRound(db, answer))) > 0
}
