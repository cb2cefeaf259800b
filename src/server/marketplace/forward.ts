import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '#contract/errors.ts'
import {
  freeTrialEvent,
  getFoundation,
  getLogin,
  getPurposes,
  getUser,
  postOnboarding,
  postProfile,
  WrittenElsewhere,
} from '#contract/profile.ts'
import { exploreCardSets, getUserMini, postTeachers } from '#contract/recommendations.ts'
import { Refusal } from '../edge/refusal.ts'
import { refuseOtherSites } from '../edge/request-checks.ts'
import type { App } from '../edge/server.ts'
import type { Settings } from '../settings.ts'
import { type Client, checkReply, describeFailure, marketplaceClient, type Query, type Reply } from './client.ts'

/** The parts of a contract call that forwarding needs. */
type Call = {
  method: 'GET' | 'POST'
  url: string
  schema: { body?: TSchema; querystring?: TObject; params?: TSchema; response: { 200: TSchema } }
}

/** The marketplace's own messages are not passed on: they may take any form and name anybody. */
const REFUSALS: Record<number, [ErrorCode, string]> = {
  400: ['invalid_request', 'The marketplace rejected this request.'],
  401: ['signed_out', 'Please sign in first.'],
  403: ['forbidden', 'The marketplace does not allow this.'],
  404: ['not_found', 'The marketplace does not have this.'],
  422: ['invalid_request', 'The marketplace rejected this request.'],
  429: ['too_many_requests', 'Too many requests. Please wait a moment.'],
}

/** The query for a request that has passed the call's schema. Only fields of the contract are passed on. */
function toQuery(request: FastifyRequest, { method, url, schema }: Call, path = url): Query {
  const params = request.params as Record<string, string>
  const given = request.query as Record<string, string>
  const names = Object.keys(schema.querystring?.properties ?? {}).filter((name) => given[name] !== undefined)
  return {
    method,
    path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    search: new URLSearchParams(names.map((name) => [name, given[name] as string])),
    body: schema.body ? request.body : undefined,
  }
}

async function send(client: Client, request: FastifyRequest, query: Query): Promise<Reply> {
  try {
    return await client(request, query)
  } catch (error) {
    throw new Refusal(
      503,
      'upstream_unavailable',
      'The marketplace is not responding. Please try again.',
      `${query.path}: ${describeFailure(error)}`,
    )
  }
}

/**
 * Forwards a request to the marketplace and returns the fields of its reply that the contract names.
 * @throws Refusal with the marketplace's status when it refuses, 503 when it does not respond, 502 when its reply breaks the contract
 */
async function forward(
  client: Client,
  call: Call,
  { request, reply, query }: { request: FastifyRequest; reply: FastifyReply; query: Query },
): Promise<unknown> {
  const { status, json, retryAfter } = await send(client, request, query)
  const refused = REFUSALS[status]
  if (refused) {
    if (status === 429 && retryAfter && /^\d{1,6}$/.test(retryAfter)) reply.header('retry-after', retryAfter)
    throw new Refusal(status, ...refused)
  }
  const { reply: checked, problems } =
    status === 200
      ? checkReply(call.schema.response[200], json)
      : { reply: undefined, problems: [`unexpected status ${status}`] }
  if (problems.length === 0) return checked
  throw new Refusal(
    502,
    'upstream_unavailable',
    'The reply of the marketplace is not usable.',
    `${call.url}: ${problems[0]}`,
  )
}

/** A profile write. Any JSON object confirms it, since the browser uses nothing of the reply. */
function confirmed<Write extends Call>(write: Write) {
  return { ...write, schema: { ...write.schema, response: { ...write.schema.response, 200: WrittenElsewhere } } }
}

/**
 * The calls that go to a marketplace beside us (Specification §7). Signatures for WeChat go there too if we have no WeChat account of our
 * own.
 */
export const MARKETPLACE_CALLS: readonly Call[] = [
  getLogin,
  freeTrialEvent,
  getFoundation,
  confirmed(postProfile),
  confirmed(postOnboarding),
  getUser,
  getPurposes,
  postTeachers,
  exploreCardSets,
  getUserMini,
]

/** Forwards `calls`, and nothing else, to the marketplace beside us. */
export function forwardedRoutes(app: App, settings: Settings, calls: readonly Call[]): void {
  const client = marketplaceClient(settings, settings.MARKETPLACE_TIMEOUT_MS)
  for (const call of calls) {
    const path = call.url === postOnboarding.url ? settings.MARKETPLACE_ONBOARDING_PATH : call.url
    app.route({
      ...call,
      // This GET changes something (Specification §7), and the same-site hook checks other methods only.
      ...(call === freeTrialEvent ? { onRequest: refuseOtherSites } : {}),
      handler: (request, reply) => forward(client, call, { request, reply, query: toQuery(request, call, path) }),
    })
  }
}
