import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '#contract/errors.ts'
import { Refusal } from '../edge/refusal.ts'
import { type Answer, type Client, describeFailure, type Question } from './client.ts'
import { checkReply } from './reply.ts'

/** A call of the contract, as far as forwarding needs it. */
export type Call = {
  method: 'GET' | 'POST'
  url: string
  schema: { body?: TSchema; querystring?: TObject; params?: TSchema; response: { 200: TSchema } }
}

/** The marketplace's own words stay there: they may be in any form, and name anybody. */
const REFUSALS: Record<number, [ErrorCode, string]> = {
  400: ['invalid_request', 'The marketplace does not take this request.'],
  401: ['signed_out', 'Please sign in first.'],
  403: ['forbidden', 'The marketplace does not allow this.'],
  404: ['not_found', 'The marketplace does not have this.'],
  422: ['invalid_request', 'The marketplace does not take this request.'],
  429: ['too_many_requests', 'Too many requests. Please wait a moment.'],
}

/** The question behind a request that has passed the call's own schema: only what the contract names goes on. */
export function questionOf(request: FastifyRequest, { method, url, schema }: Call, path = url): Question {
  const params = request.params as Record<string, string>
  const asked = request.query as Record<string, string>
  const names = Object.keys(schema.querystring?.properties ?? {}).filter((name) => asked[name] !== undefined)
  return {
    method,
    path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    query: new URLSearchParams(names.map((name) => [name, asked[name] as string])),
    body: schema.body ? request.body : undefined,
  }
}

async function ask(client: Client, request: FastifyRequest, question: Question): Promise<Answer> {
  try {
    return await client(request, question)
  } catch (error) {
    throw new Refusal(
      503,
      'upstream_unavailable',
      'The marketplace does not answer. Please try again.',
      `${question.path}: ${describeFailure(error)}`,
    )
  }
}

/**
 * Asks the marketplace, and answers with what of its reply the contract names.
 * @throws Refusal with the status of a refusal there, 503 when it does not answer, 502 when its reply breaks the contract
 */
export async function forward(
  client: Client,
  call: Call,
  { request, reply, question }: { request: FastifyRequest; reply: FastifyReply; question: Question },
): Promise<unknown> {
  const { status, json, retryAfter } = await ask(client, request, question)
  const refused = REFUSALS[status]
  if (refused) {
    if (status === 429 && retryAfter && /^\d{1,6}$/.test(retryAfter)) reply.header('retry-after', retryAfter)
    throw new Refusal(status, ...refused)
  }
  const { reply: checked, problems } =
    status === 200
      ? checkReply(call.schema.response[200], json)
      : { reply: undefined, problems: [`was answered with status ${status}`] }
  if (problems.length === 0) return checked
  throw new Refusal(
    502,
    'upstream_unavailable',
    'The answer of the marketplace cannot be used.',
    `${call.url}: ${problems[0]}`,
  )
}
