import { urls } from '#contract/urls.ts'
import type { App } from '#server/http/server.ts'

/** A JSON schema as in /openapi.json. */
export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  additionalProperties?: boolean | Schema
}

type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }

export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  parameters: Parameter[]
  body: Schema | null
  /** By status, or by 4XX and 5XX. */
  replies: Record<string, Schema | null>
}

type OpenApi = {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Parameter[]
        requestBody?: { content: Record<string, { schema: Schema }> }
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>
      }
    >
  >
}

/** Every operation that /openapi.json publishes. */
export async function publishedOperations(app: App): Promise<Operation[]> {
  const { paths }: OpenApi = (await app.inject('/openapi.json')).json()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      parameters: parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query'),
      body: requestBody?.content['application/json']?.schema ?? null,
      replies: Object.fromEntries(
        Object.entries(responses).map(([status, { content }]) => [
          status.toUpperCase(),
          content?.['application/json']?.schema ?? null,
        ]),
      ),
    })),
  )
}

const inPath = (name: string, schema: Schema = { type: 'string' }): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema,
})
const inQuery = (names: Record<string, Schema>): Parameter[] =>
  Object.entries(names).map(([name, schema]) => ({ name, in: 'query', schema }))

const hl = { hl: { type: 'string' } }

function page(path: string, parameters: Parameter[] = []): Operation {
  return { method: 'GET', path, parameters, body: null, replies: { '2XX': null, '4XX': null } }
}

/**
 * Pages and files for search engines, which /openapi.json doesn't publish: those that read their path or the Host
 * header.
 */
export const PAGES: Operation[] = [
  page(urls.robots),
  page(urls.sitemap),
  page(urls.landing, inQuery(hl)),
  page(urls.quiz, inQuery({ ...hl, language: { type: 'string' }, level: { type: 'string' } })),
  page(urls.report('{report_id}'), [inPath('report_id'), ...inQuery(hl)]),
  page(urls.community, inQuery({ ...hl, before: { type: 'string' } })),
]
