import { Type } from 'typebox'
import { AccountData } from './account.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { IdInAddress, Uuid } from './ids.ts'
import { Band } from './review.ts'
import { Closed, DateTime, LanguageName, LevelName, Nullable } from './schemas.ts'
import { urls } from './urls.ts'

/**
 * Server-to-server calls, with RESULTS_API_TOKEN as bearer token. Users are identified by their id in `GET /v2/login`
 * (docs/marketplace.md).
 */
const service = {
  config: { access: 'service', limit: 'serviceCalls', needs: 'RESULTS_API_TOKEN' },
  security: [{ service: [] }],
} as const

const Counted = { asked: Type.Integer(), right: Type.Integer() }

/** A finished test, as sent to other systems. */
export const FinishedResult = Type.Object({
  user_id: Type.String({ description: 'as in GET /v2/login, always a string' }),
  assessment_id: Uuid,
  language: LanguageName,
  level: LevelName,
  range: Band,
  than: Type.Integer({ description: '"You scored higher than …%"' }),
  finished_at: DateTime,
  answers: Type.Object({
    ...Counted,
    unknown: Type.Integer({ description: '"I don\'t know"' }),
    by_level: Type.Array(Type.Object({ level: LevelName, ...Counted })),
  }),
})
export type FinishedResult = Type.Static<typeof FinishedResult>

/** The body of the webhook (RESULTS_WEBHOOK_URL), signed as https://www.standardwebhooks.com specifies. */
export const ResultMessage = Type.Object({
  type: Type.Literal('assessment.finished'),
  timestamp: Type.String({ format: 'date-time', description: 'when the test was finished' }),
  data: FinishedResult,
})
export type ResultMessage = Type.Static<typeof ResultMessage>

const params = Closed({ user_id: IdInAddress })

export const getResults = {
  method: 'GET',
  url: urls.userResults(':user_id'),
  config: service.config,
  schema: {
    summary: "A person's finished tests, newest first; [] for a user without any",
    security: service.security,
    params,
    querystring: Type.Object({
      before: Type.Optional(
        Type.String({ ...Uuid, description: 'the id of a result; only those before it are returned' }),
      ),
    }),
    response: {
      200: Type.Object({
        data: Type.Object({
          results: Type.Array(FinishedResult),
          next_before: Nullable(Uuid, {
            description: '`before` of the next page; null on the last',
          }),
        }),
      }),
      ...errorReplies,
    },
  },
} as const satisfies Endpoint

export const exportUser = {
  method: 'GET',
  url: urls.userExport(':user_id'),
  config: service.config,
  schema: {
    summary: 'Everything stored about a person, as in their own `GET /v1/account?download=1`',
    security: service.security,
    params,
    response: { 200: Type.Object({ data: AccountData }), ...errorReplies },
  },
} as const satisfies Endpoint

export const deleteUserData = {
  method: 'DELETE',
  url: urls.userData(':user_id'),
  config: service.config,
  schema: {
    summary: 'Delete everything stored about a person, as `DELETE /v1/account` does; 204 even if there is nothing',
    security: service.security,
    params,
    response: { 204: Type.Null(), ...errorReplies },
  },
} as const satisfies Endpoint
