import { Type } from 'typebox'
import { OPTIONS, QUESTIONS } from '#quiz/constants.ts'
import { type Endpoint, PAGE_CONFIG } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Uuid } from './ids.ts'
import { Closed, LanguageName, LevelName, Nullable } from './schemas.ts'
import { urls } from './urls.ts'

export const Question = Type.Object({
  position: Type.Integer({ minimum: 1, maximum: QUESTIONS }),
  question_id: Type.Integer({ description: 'local to the attempt, so it does not reveal the item' }),
  kind: Type.Enum(['picture', 'sentence']),
  question: Type.String({ description: "the sentence with its blank ____; '' for a picture question" }),
  image: Type.String({ description: "the picture key; '' for a sentence question" }),
  options: Type.Array(Type.String(), { minItems: OPTIONS, maxItems: OPTIONS }),
})
export type Question = Type.Static<typeof Question>

export const Attempt = Type.Object({
  id: Uuid,
  flow_id: Type.String(),
  language: LanguageName,
  status: Type.Enum(['open', 'finished']),
  total: Type.Integer({ description: `${QUESTIONS}, always` }),
  answered: Type.Integer({ minimum: 0 }),
  questions: Type.Array(Question, { description: "the current round's, in order; [] when finished" }),
  result: Nullable(
    Type.Object({
      level: LevelName,
      than: Type.Integer({ description: 'the "scored higher than" percentage' }),
    }),
  ),
})
export type Attempt = Type.Static<typeof Attempt>

const AttemptReply = Type.Object({ data: Attempt })

const AttemptParams = Closed({ id: Uuid })

/** The flow id of Specification §3; a label, never a key. */
export const FlowId = Type.String({
  description: "starts with the sender's user id, or with 0",
  maxLength: 100,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}-[a-z]{1,20}-[0-9]{1,16}$',
})

/** A position in a test, as a path pattern. */
export const POSITION_PATTERN = `^(${Array.from({ length: QUESTIONS }, (_, index) => index + 1).join('|')})$`

export const createAttempt = {
  method: 'POST',
  url: urls.attempts,
  config: { access: 'everyone', limit: 'attempts' },
  schema: {
    summary: 'Start an assessment: the server draws the first round of questions',
    body: Closed({ language: LanguageName, flow_id: Type.Optional(FlowId) }),
    response: { 201: AttemptReply, ...errorReplies },
  },
} as const satisfies Endpoint

export const getAttempt = {
  method: 'GET',
  url: urls.attempt(':id'),
  config: { access: 'owner' },
  schema: {
    summary: "The current state of the visitor's own assessment",
    params: AttemptParams,
    response: { 200: AttemptReply, ...errorReplies },
  },
} as const satisfies Endpoint

export const putAnswer = {
  method: 'PUT',
  url: urls.answer(':id', ':position'),
  config: { access: 'owner' },
  schema: {
    summary: 'Answer one question. Idempotent: the first answer to a position is final',
    params: Closed({
      id: Uuid,
      position: Type.String({ pattern: POSITION_PATTERN, description: 'from 1' }),
    }),
    body: Closed({
      choice: Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: OPTIONS,
        uniqueItems: true,
        description: 'the set of chosen options; [] is "I don\'t know"',
      }),
      elapsed_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
    }),
    response: { 200: AttemptReply, ...errorReplies },
  },
} as const satisfies Endpoint

const Handover = Type.Object({
  token: Type.String({ description: 'works once, for a form POST to /languageassessment/takeover' }),
  expires_in_seconds: Type.Integer(),
})
export type Handover = Type.Static<typeof Handover>

export const createHandover = {
  method: 'POST',
  url: urls.handover(':id'),
  config: { access: 'owner', needs: 'EMBED_ORIGINS' },
  schema: {
    summary: 'Let a tab of the same browser take over an assessment from an iframe, for sign-up',
    params: Closed({ id: Uuid }),
    response: { 201: Type.Object({ data: Handover }), ...errorReplies },
  },
} as const satisfies Endpoint

export const takeOver = {
  method: 'POST',
  url: urls.takeover,
  config: { ...PAGE_CONFIG, needs: 'EMBED_ORIGINS' },
  schema: {
    summary: 'hands an attempt from the iframe to a tab',
    body: Closed({ token: Type.String({ maxLength: 200 }) }),
  },
} as const satisfies Endpoint
