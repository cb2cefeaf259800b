import type { App } from '#server/edge/server.ts'

/** A JSON schema as /openapi.json holds it. */
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
