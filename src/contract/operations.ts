import { Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { urls } from './urls.ts'

const Engine = Type.Enum(['postgres', 'pglite'])

/** The kind of database: a Postgres server, or the demo's embedded one. */
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
    summary: 'Whether to send requests here: 503 while the database does not respond, and during shutdown',
    response: { 200: Readiness, 503: Readiness },
  },
} as const satisfies Endpoint

export const getHealth = {
  method: 'GET',
  url: urls.health,
  config: {},
  schema: { summary: 'liveness, for probes' },
} as const satisfies Endpoint

export const getOpenApi = {
  method: 'GET',
  url: urls.openapi,
  config: {},
  schema: { summary: 'the API description' },
} as const satisfies Endpoint
