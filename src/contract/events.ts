import { Type } from 'typebox'
import { LEVELS, QUESTIONS } from '#quiz/constants.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { FlowId } from './attempts.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Id, Uuid } from './ids.ts'
import { AlgoDetail } from './recommendations.ts'
import { SHARE_TARGET_NAMES } from './share-targets.ts'
import { urls } from './urls.ts'

const Language = Type.Enum([...LANGUAGES])
const OccurredAt = Type.String({ format: 'date-time', maxLength: 40, description: 'within a day of now' })
const QuestionId = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
/** Room for many full batches. */
const MAX_BATCH_BYTES = 32 * 1024

function event<Name extends string, Properties extends Type.TProperties>(name: Name, properties: Properties) {
  return Type.Object(
    {
      name: Type.Literal(name),
      occurred_at: OccurredAt,
      properties: Type.Object({ flow_id: FlowId, ...properties }, { additionalProperties: false }),
    },
    { additionalProperties: false },
  )
}

/**
 * Why a browser has no recommended teachers (Specification §8). It's only logged, so it's anonymous: no flow id,
 * because that contains a user id.
 */
const TeacherFailure = Type.Object(
  {
    name: Type.Literal('recommend_teacher_failure'),
    occurred_at: OccurredAt,
    properties: Type.Object(
      {
        language: Language,
        reason: Type.Enum(['timeout', 'unreachable', 'refused']),
        status: Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.Null()]),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

/**
 * The events that a browser may send (Specification §7; the payloads are ours and listed in docs/events.md). "Question
 * answered" is missing on purpose: it includes correctness, so the server records it (docs/events.md).
 */
export const BrowserEvent = Type.Union([
  event('view_free_assessment_landing_page', {}),
  event('select_language', { language: Language }),
  event('view_question', {
    assessment_id: Uuid,
    language: Language,
    position: Type.Integer({ minimum: 1, maximum: QUESTIONS }),
    question_id: QuestionId,
  }),
  event('view_signup', { language: Language }),
  event('recommend_teacher_click', {
    language: Language,
    teacher_id: Id,
    algo_detail: AlgoDetail,
  }),
  event('recommend_vocabulary_click', {
    language: Language,
    level: Type.Enum([...LEVELS]),
    card_set_id: Id,
  }),
  event('share_report', {
    language: Language,
    level: Type.Enum([...LEVELS]),
    target: Type.Enum(SHARE_TARGET_NAMES),
  }),
  event('view_report', { language: Language, level: Type.Enum([...LEVELS]) }),
  TeacherFailure,
])
export type BrowserEvent = Type.Static<typeof BrowserEvent>

/** Events before the first test. All others require a visitor who has started one, or an account. */
export const EARLY_EVENTS: readonly BrowserEvent['name'][] = ['view_free_assessment_landing_page', 'select_language']

export const postEvents = {
  method: 'POST',
  url: urls.events,
  config: { access: 'everyone' },
  bodyLimit: MAX_BATCH_BYTES,
  schema: {
    summary:
      'Analytics events from the browser, in batches; before the first test, only the landing and language events are accepted',
    body: Type.Object(
      { events: Type.Array(BrowserEvent, { minItems: 1, maxItems: 50 }) },
      { additionalProperties: false },
    ),
    response: { 202: Type.Object({ accepted: Type.Integer() }), ...errorReplies },
  },
} as const satisfies Endpoint
