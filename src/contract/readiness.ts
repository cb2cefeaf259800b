import { Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { urls } from './urls.ts'

const Engine = Type.Enum(['postgres', 'pglite'])

/** The kind of database: a Postgres server, or the embedded one of the demo. */
export type Engine = Type.Static<typeof Engine>

const Readiness = Type.Object({
  data: Type.Object({
    process: Type.Enum(['running', 'stopping']),
    database: Type.Enum(['up', 'down']),
    engine: Engine,
  }),
})

export const getReadiness = {
  method: 'GET',
  url: urls.ready,
  config: { access: 'everyone' },
  schema: {
    summary:
      'Whether to send requests here: 503 while the database does not answer, and once the process is told to stop',
    response: { 200: Readiness, 503: Readiness },
  },
} as const satisfies Endpoint

export const getHealth = {
  method: 'GET',
  url: urls.health,
  config: {},
  schema: { summary: 'whether the process answers, for probes' },
} as const satisfies Endpoint

export const getOpenApi = {
  method: 'GET',
  url: urls.openapi,
  config: {},
  schema: { summary: 'every call, for programs' },
} as const satisfies Endpoint
