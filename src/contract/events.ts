import { Type } from 'typebox'
import { QUESTIONS } from '#quiz/constants.ts'
import { FlowId } from './attempts.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Id, Uuid } from './ids.ts'
import { AlgoDetail } from './recommendations.ts'
import { Closed, LanguageName, LevelName, Nullable } from './schemas.ts'
import { SHARE_TARGET_NAMES } from './share-targets.ts'
import { urls } from './urls.ts'

const OccurredAt = Type.String({ format: 'date-time', maxLength: 40, description: 'within a day of now' })
const QuestionId = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
/** Room for many full batches. */
const MAX_BATCH_BYTES = 32 * 1024

function event<Name extends string, Properties extends Type.TProperties>(name: Name, properties: Properties) {
  return Closed({
    name: Type.Literal(name),
    occurred_at: OccurredAt,
    properties: Closed({ flow_id: FlowId, ...properties }),
  })
}

/**
 * Why a browser has no recommended teachers (Specification §8). It's only logged, and anonymous: it has no flow id,
 * because that contains a user id.
 */
const TeacherFailure = Closed({
  name: Type.Literal('recommend_teacher_failure'),
  occurred_at: OccurredAt,
  properties: Closed({
    language: LanguageName,
    reason: Type.Enum(['timeout', 'unreachable', 'refused']),
    status: Nullable(Type.Integer({ minimum: 100, maximum: 599 })),
  }),
})

/**
 * The events that a browser may send (Specification §7; the payloads are ours and listed in docs/events.md). "Question
 * answered" is missing on purpose: it includes correctness, so the server records it (docs/events.md).
 */
export const BrowserEvent = Type.Union([
  event('view_free_assessment_landing_page', {}),
  event('select_language', { language: LanguageName }),
  event('view_question', {
    assessment_id: Uuid,
    language: LanguageName,
    position: Type.Integer({ minimum: 1, maximum: QUESTIONS }),
    question_id: QuestionId,
  }),
  event('view_signup', { language: LanguageName }),
  event('recommend_teacher_click', {
    language: LanguageName,
    teacher_id: Id,
    algo_detail: AlgoDetail,
  }),
  event('recommend_vocabulary_click', {
    language: LanguageName,
    level: LevelName,
    card_set_id: Id,
  }),
  event('share_report', {
    language: LanguageName,
    level: LevelName,
    target: Type.Enum(SHARE_TARGET_NAMES),
  }),
  event('view_report', { language: LanguageName, level: LevelName }),
  TeacherFailure,
])
export type BrowserEvent = Type.Static<typeof BrowserEvent>

/** Events before the first test. All others require an account, or a visitor who has started a test. */
export const EARLY_EVENTS: readonly BrowserEvent['name'][] = ['view_free_assessment_landing_page', 'select_language']

export const postEvents = {
  method: 'POST',
  url: urls.events,
  config: { access: 'everyone' },
  bodyLimit: MAX_BATCH_BYTES,
  schema: {
    summary:
      'Analytics events from the browser, in batches; before the first test, only the landing and language events are accepted',
    body: Closed({ events: Type.Array(BrowserEvent, { minItems: 1, maxItems: 50 }) }),
    response: { 202: Type.Object({ accepted: Type.Integer() }), ...errorReplies },
  },
} as const satisfies Endpoint
